"""The settings and their defaults, which work offline on a laptop.

The comment next to each field appears in the settings reference.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ExtractSettings:
    """What to read, and time limits in seconds (0: none)."""

    max_file_bytes: int = 1_000_000  # largest file to read, in bytes
    exclude: tuple[str, ...] = ()  # paths and patterns to skip, such as "db/seeds/**"
    documents: tuple[str, ...] = ()  # folders outside the checkout with documents to read
    extractors: tuple[str, ...] = ()  # read only these kinds of units: `models`, `jobs`, or a type such as `policy`; empty: all
    wrappers: tuple[str, ...] = ()  # wrapper methods and what they run: "Jobs.enqueue = Jobs::*"; "Report.run = no" for none
    file_seconds: float = 30.0  # time limit for reading one file, and for following its references
    step_seconds: float = 600.0  # time limit for each linking step, in seconds of the processor; 0: none


@dataclass(frozen=True, slots=True)
class GemSettings:
    """Which paths of a gem to read, and its priority: `high` or `medium`."""

    paths: tuple[str, ...] = ()
    priority: str = ""


class Gems(dict[str, GemSettings]):
    """Gems by name."""


@dataclass(frozen=True, slots=True)
class FrameworkSettings:
    """Which library sources to read next to the checkout."""

    sources: bool = False  # read the sources of Rails and of the gems that are named directly
    names: tuple[str, ...] = ()  # read only these libraries
    paths: tuple[str, ...] = ()  # NAME=FOLDER, for gems that are not found
    gems: Gems = field(default_factory=Gems)  # further gems of Gemfile.lock: [framework.gems.devise]


@dataclass(frozen=True, slots=True)
class EmbedSettings:
    """Which embedding model makes vectors.

    Keys are not settings: they come from `$ORIENTEER_EMBED_KEY` or the service's own variable.
    """

    embedder: str = "minilm"  # the model that makes sentence vectors
    model: str = ""  # name or folder of the model; empty: the usual one of the embedder
    batch: int = 32  # texts in one call of the model
    table: bool = True  # make word vectors, which are ready before the sentence vectors
    url: str = ""  # address of the service, such as http://localhost:8080/v1; empty: the usual one
    dimensions: int = 0  # dimensions of an unknown model, or shorter vectors; 0: as the model returns them
    tokens: int = 512  # longest text of an unknown model, in tokens
    price: float = -1.0  # dollars per million tokens; negative: the listed price
    agreed: bool = False  # consent to send texts to a service outside this machine, at its price
    timeout: float = 60.0  # seconds for one request


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """How an index is stored.

    Passwords are not settings: they come from `$ORIENTEER_CATALOG_KEY`, `$ORIENTEER_VECTORS_KEY` and `$ORIENTEER_GRAPH_KEY`.
    """

    catalog: str = "duckdb"  # the store of the tables
    catalog_at: str = ""  # server of the catalog, such as postgresql://USER@HOST:5432/DATABASE; empty: the index folder
    graph: str = "networkx"  # graph engine: `networkx`, `sql` (in the tables of the catalog) or `neo4j`
    graph_at: str = ""  # server for `neo4j`, such as bolt://USER@HOST:7687/DATABASE
    vectors: str = "chroma"  # the store of the sentence vectors
    vectors_at: str = ""  # folder or server of the vectors; empty: the index folder
    collection: str = ""  # prefix of vector collections on a server; empty: the index name
    lexical: str = "rank-bm25"  # the keyword index
    chunk_tokens: int = 200  # longest chunk to embed, in tokens
    keep_generations: int = 3  # generations to keep


@dataclass(frozen=True, slots=True)
class RouteSettings:
    """How questions are interpreted: by rules, or by a language model first.

    The key is not a setting: it comes from `$ORIENTEER_ROUTE_KEY`.
    """

    router: str = "rules"  # who interprets a question: `rules`, or `llm` before them
    url: str = ""  # address of an OpenAI-compatible service, such as http://localhost:11434/v1
    model: str = ""  # name of the model at that service
    timeout: float = 10.0  # seconds, second attempt included
    folders: int = 40  # most folder names to send with a question; 0: none
    format: str = "json_schema"  # how to request JSON: `json_schema`, `json_object` or `text`


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """Which language model writes answers; by default none.

    The key is not a setting: it comes from `$ORIENTEER_ANSWER_KEY` or the service's own variable.
    """

    service: str = ""  # openai, openrouter, gemini, anthropic, ollama or vllm
    url: str = ""  # address of another OpenAI-compatible service
    model: str = ""  # name of the model at that service
    prompt: str = ""  # file with your own instructions
    context: int = 8_000  # tokens of sources per round
    tokens: int = 4_096  # most tokens of an answer
    temperature: float = 0.3  # randomness; 0: always the most likely word
    timeout: float = 120.0  # seconds for one answer
    rounds: int = 2  # further searches the model may request
    price_in: float = 0.0  # dollars per million tokens sent, for the estimate
    price_out: float = 0.0  # dollars per million tokens written, for the estimate


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How results are found and merged."""

    fusion: str = "rrf"  # how results are merged: `rrf` or `convex`
    rrf_k: int = 60  # constant of reciprocal rank fusion: higher trusts the first places less
    candidates: int = 100  # results of each strategy
    strategies: tuple[str, ...] = (
        "direct",
        "keyword",
        "vector",
        "table",
        "graph",
        "documents",
        "overview",
    )  # strategies that may run
    weights: dict[str, float] = field(  # weight of each strategy in the merged rank
        default_factory=lambda: {
            **dict.fromkeys(("vector", "keyword", "direct", "overview"), 1.0),
            **dict.fromkeys(("table", "graph", "documents"), 0.5),
        }
    )
    similarity_threshold: float = 0.0  # least similarity of sentence vectors to count; 0: all; depends on the embedder
    folder_boost: float = 1.3  # factor for units in a folder that the question names
    limits: dict[str, float] = field(
        default_factory=dict
    )  # most results per unit type, or for `code`, `docs`, `readme`, `packages`
    rules: str = ""  # your own file instead of `retrieval.toml`


@dataclass(frozen=True, slots=True)
class RankSettings:
    """Ranking weights.

    `[places]` in `retrieval.toml` names the parts of the source that `aside` concerns. With `opened`, the units you open are
    stored next to the index.
    """

    semantic: float = 0.70  # weight of sentence vectors
    table: float = 0.30  # weight of word vectors
    pieces: float = 0.30  # weight of single words that are near those of the question
    keyword: float = 0.25  # weight of keyword matches
    recency: float = 0.03  # weight of recent changes
    importance: float = 0.05  # weight of PageRank
    type_match: float = 0.25  # weight of a unit type that the question asks for
    diversity: float = 0.05  # weight of places that the ranking does not have yet
    definition: float = 0.60  # weight of a unit that the question names
    relation: float = 0.25  # weight of a relation that the question asks for
    coverage: float = 0.15  # weight of the share of the question's words that a unit has
    described: float = 0.25  # weight of comments and documentation that match
    overview: float = 2.0  # weight of answers about the whole codebase
    fused: float = 0.1  # weight of the merged rank of all searches
    coherence: float = 0.25  # weight of related units that rank high as well
    aside: float = 0.25  # share that a unit loses in supporting parts of the source
    saturation: float = 0.7  # share of its score that each further unit of a file keeps
    owned: float = 0.0  # weight of code that you changed most
    opened: float = 0.0  # weight of units that you opened last
    keep: int = 400  # units that stay in the ranking


@dataclass(frozen=True, slots=True)
class RerankSettings:
    """Which cross-encoder reranks results; by default none."""

    reranker: str = "none"  # `none`, `onnx`, `sentence-transformers`, `cohere` or `voyage`
    model: str = ""  # folder of a cross-encoder, or the name of an installed one
    candidates: int = 30  # best results to rerank
    weight: float = 0.3  # most that a result may lose
    intents: tuple[str, ...] = ()  # rerank only questions with these intents, such as "implement" or "debug"; empty: all
    url: str = ""  # address of the service; empty: the usual one
    agreed: bool = False  # consent to send questions and candidates to a service, at its price
    timeout: float = 20.0  # seconds for one request


@dataclass(frozen=True, slots=True)
class AssembleSettings:
    """How the token budget is shared, in tokens and fractions."""

    budget: int = 8000  # tokens of a context
    structural: float = 0.10  # share for the overview of the codebase
    supporting: float = 0.35  # share for supporting code
    supporting_with_framework: float = 0.25  # share for supporting code if the question is about the framework
    framework: float = 0.20  # share for framework sources
    flow: float = 0.15  # share for the steps of a flow
    facts: float = 0.05  # share for facts that the shown text does not contain
    also: float = 0.05  # share for the list of further places
    most: int = 60  # most units in 8,000 tokens; proportionally more in a larger budget
    imports: int = 5  # imported units shown with each of the top six results
    callers: int = 3  # callers shown with each of the top six results
    siblings: int = 0  # sibling methods shown with each of the top six results
    called: float = 0.45  # share of its chance that a likely unit passes on to what it calls
    calling: float = 0.15  # share of its chance that a likely unit passes on to its callers
    steepness: float = 1.0  # low trusts the order more, high the score
    least: float = 0.0  # least chance to be shown, relative to the best unit
    format: str = "markdown"  # format of a context: `markdown`, `xml` or `text`
    encoding: str = "cl100k_base"  # tokenizer that counts the budget


@dataclass(frozen=True, slots=True)
class CacheSettings:
    """Stored runs, served when the same question is asked again."""

    runs: int = 200  # runs to keep for the current generation; 0: none
    suggest: bool = True  # suggest similar earlier questions


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a workbench."""

    preset: str = ""  # preset of stores and embedder (`orienteer settings --presets`)
    home: str = ""  # folder of the indexes; empty: $ORIENTEER_HOME or the usual place
    editor: str = "vscode"  # editor that links to code open
    pages: str = ""  # address of the pages for links from elsewhere; empty: the running workbench, or port 8501
    not_yours: tuple[str, ...] = ("guessed",)  # paths to hide from questions and analyses; "!path" shows one
    extract: ExtractSettings = ExtractSettings()
    framework: FrameworkSettings = field(default_factory=FrameworkSettings)
    embed: EmbedSettings = EmbedSettings()
    index: IndexSettings = IndexSettings()
    route: RouteSettings = RouteSettings()
    search: SearchSettings = field(default_factory=SearchSettings)
    rank: RankSettings = RankSettings()
    rerank: RerankSettings = RerankSettings()
    assemble: AssembleSettings = AssembleSettings()
    answer: AnswerSettings = AnswerSettings()
    cache: CacheSettings = CacheSettings()
