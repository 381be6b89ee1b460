"""The settings and their defaults, which work offline on a laptop."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ExtractSettings:
    """Which files are read, and how long a file or a step may take; 0 seconds mean without a limit."""

    max_file_bytes: int = 1_000_000  # size of the largest file that is read
    exclude: tuple[str, ...] = ()  # paths and patterns that are not read, such as "db/seeds/**"
    documents: tuple[str, ...] = ()  # folders outside of the checkout whose documents are read with it
    extractors: tuple[str, ...] = ()  # only these kinds of units: `models`, `jobs`, or a type such as `policy`; empty: all
    wrappers: tuple[str, ...] = ()  # "Jobs.enqueue = Jobs::*": what becomes of an argument; "Report.run = no": nothing does
    file_seconds: float = 30.0  # to read one file, and to follow its references
    step_seconds: float = 600.0  # for each step that joins what the files say: a language, tests, mentions, history


@dataclass(frozen=True, slots=True)
class GemSettings:
    """What of a gem is read: only what lies at these paths inside of it; and how much it matters, `high` or `medium`."""

    paths: tuple[str, ...] = ()
    priority: str = ""


class Gems(dict[str, GemSettings]):
    """Gems by name."""


@dataclass(frozen=True, slots=True)
class FrameworkSettings:
    """Which sources of libraries are read beside the checkout: by default none, else Rails and what is named directly."""

    sources: bool = False  # read the sources of Rails and of the gems that are named directly
    names: tuple[str, ...] = ()  # only these libraries
    paths: tuple[str, ...] = ()  # NAME=FOLDER: where a gem is, when it is not found
    gems: Gems = field(default_factory=Gems)  # also these, of Gemfile.lock, and what of them: [framework.gems.devise]


@dataclass(frozen=True, slots=True)
class EmbedSettings:
    """Which embedder makes the vectors, and whether units have word vectors from a table before these are there.

    The key of a service is no setting: it comes from `$ORIENTEER_EMBED_KEY`, else from the variable that it is known for.
    """

    embedder: str = "minilm"  # the model that makes sentence vectors
    model: str = ""  # name or folder of the model; empty: the usual one of the embedder
    batch: int = 32  # texts in one call of the model
    table: bool = True  # make word vectors, which are ready before the sentence vectors
    url: str = ""  # of a service elsewhere than usual, such as http://localhost:8080/v1
    dimensions: int = 0  # of a model that is not known, or that can give shorter vectors; 0: as the model has them
    tokens: int = 512  # of a text that a model reads which is not known
    price: float = -1.0  # dollars for a million tokens; less than 0: what the service listed
    agreed: bool = False  # that texts are sent to a service that is not on this machine, at its price
    timeout: float = 60.0  # seconds of one request


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """How an index is stored.

    Passwords of servers are no settings: they come from `$ORIENTEER_CATALOG_KEY` and `$ORIENTEER_VECTORS_KEY`.
    """

    catalog: str = "duckdb"  # the store of the tables
    catalog_at: str = ""  # the server that has the catalog, such as postgresql://USER@HOST:5432/DATABASE; empty: the folder
    graph: str = "networkx"  # or `sql`: asked in the tables of a catalog that is not DuckDB's; or `neo4j`
    graph_at: str = ""  # the server of the last, such as bolt://USER@HOST:7687/DATABASE
    vectors: str = "chroma"  # the store of the sentence vectors
    vectors_at: str = ""  # the folder or the server that has the vectors; empty: the folder of the index
    collection: str = ""  # how its collections of vectors at a server begin; empty: as the index is called
    lexical: str = "auto"  # the keyword index; `auto` picks by size
    rank_bm25_limit: int = 10_000  # documents up to which `auto` picks rank-bm25
    chunk_tokens: int = 200  # tokens of a text that is embedded
    keep_generations: int = 3  # published states of an index that are kept


@dataclass(frozen=True, slots=True)
class RouteSettings:
    """Who reads a question: the rules alone, or before them a language model at an address that you name.

    The model's key is no setting: it comes from `$ORIENTEER_ROUTE_KEY`, so that no file, page or trace shows it.
    """

    router: str = "rules"  # or `llm`
    url: str = ""  # of an OpenAI-compatible service, such as http://localhost:11434/v1
    model: str = ""  # name of the model at that service
    timeout: float = 10.0  # seconds, a second attempt included
    folders: int = 40  # names of folders that are sent with the question, at most; 0 sends none
    format: str = "json_schema"  # how the service is told the form of its answer; or `json_object`, or `text`: only in words


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """Who writes answers in words: nobody, or a language model of a service that you name.

    The key is no setting: it comes from `$ORIENTEER_ANSWER_KEY`, else from the variable that the service is known for.
    """

    service: str = ""  # openai, openrouter, gemini, anthropic, ollama or vllm
    url: str = ""  # of another OpenAI-compatible service
    model: str = ""  # name of the model at that service
    prompt: str = ""  # a file with instructions of your own
    context: int = 8_000  # tokens of sources in a round
    tokens: int = 4_096  # of the answer, at most
    temperature: float = 0.3  # 0: always the likeliest word
    timeout: float = 120.0  # seconds
    rounds: int = 2  # further searches that the model may ask for
    price_in: float = 0.0  # per million tokens that are sent, and
    price_out: float = 0.0  # that are written: for the estimate before anything is sent


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How candidates are found and merged."""

    fusion: str = "rrf"  # or `convex`
    rrf_k: int = 60  # constant of reciprocal rank fusion: higher trusts the first places less
    candidates: int = 100  # of each strategy
    strategies: tuple[str, ...] = ("direct", "keyword", "vector", "table", "graph", "documents", "overview")  # that may be used
    weights: dict[str, float] = field(  # weight of each strategy in the merged rank
        default_factory=lambda: {
            **dict.fromkeys(("vector", "keyword", "direct", "overview"), 1.0),
            **dict.fromkeys(("table", "graph", "documents"), 0.5),
        }
    )
    similarity_threshold: float = 0.0  # sentence vectors less like the question than this do not count; 0: all that are found
    folder_boost: float = 1.3  # what the score of a unit in a folder that the question names is multiplied by
    limits: dict[str, float] = field(default_factory=dict)  # most units of a type, or of code, docs, readme, packages
    widen: str = "no"  # further searches for wide questions: with `words` of what was found first, for their `parts`, or `both`
    rules: str = ""  # a file of your own in the place of `retrieval.toml`, by which questions are understood


@dataclass(frozen=True, slots=True)
class RankSettings:
    """How much each signal counts.

    `saturation` is what each further unit of a file keeps of its score, `aside` the share that a unit loses when it lies in
    a part of the source that serves the rest (see `[places]` in `retrieval.toml`). `owned` prefers what you changed, by git,
    `opened` the units that you looked at last, which are then kept beside the index.
    """

    semantic: float = 0.70  # weight of sentence vectors
    table: float = 0.30  # weight of word vectors
    keyword: float = 0.25  # weight of keyword matches
    recency: float = 0.03  # weight of recent changes
    importance: float = 0.05  # weight of PageRank
    type_match: float = 0.25  # weight of a unit type that the question asks for
    diversity: float = 0.05  # weight of places that the ranking does not have yet
    definition: float = 0.60  # weight of a unit that the question names
    relation: float = 0.25  # weight of a relation that the question asks for
    name: float = 0.05  # weight of words in the name
    path: float = 0.10  # weight of words in the path
    coverage: float = 0.15  # weight of the share of the question's words that a unit has
    described: float = 0.25  # weight of comments and documentation that match
    overview: float = 1.0  # weight of answers about the whole codebase
    fused: float = 0.1  # weight of the merged rank of all searches
    coherence: float = 0.25  # weight of related units that rank high as well
    aside: float = 0.25  # share that a unit loses in a part of the source that serves the rest
    saturation: float = 0.7  # share of its score that each further unit of a file keeps
    owned: float = 0.0  # weight of code that you changed most
    opened: float = 0.0  # weight of units that you opened last
    keep: int = 400  # units that stay in the ranking


@dataclass(frozen=True, slots=True)
class RerankSettings:
    """Which model reads question and code together, once the candidates are ranked: by default none."""

    reranker: str = "none"  # or `onnx`, `sentence-transformers`, `cohere`, `voyage`
    model: str = ""  # folder of a cross-encoder; for sentence-transformers also the name of one that is on this machine
    candidates: int = 30  # units that the model reads, best first
    weight: float = 0.3  # what a unit loses that the model finds least fitting
    url: str = ""  # of a service elsewhere than usual
    agreed: bool = False  # that questions and candidates are sent to a service, at its price
    timeout: float = 20.0  # seconds of one request


@dataclass(frozen=True, slots=True)
class AssembleSettings:
    """How the budget is shared, in tokens and fractions."""

    budget: int = 8000  # tokens of an answer
    structural: float = 0.10  # share for the overview of the codebase
    supporting: float = 0.35  # share for supporting code
    supporting_with_framework: float = 0.25  # the same where the question asks about the framework
    framework: float = 0.20  # share for sources of the framework
    flow: float = 0.15  # for the steps of the flow that a question traces
    facts: float = 0.05  # for what the index knows of the units shown and their text does not say
    also: float = 0.05  # for the list of what is only mentioned
    most: int = 60  # units shown within 8,000 tokens, in proportion more in a larger budget: few places, and the rest as a list
    imports: int = 5  # what each of the best units imports, as supporting evidence where there is room
    callers: int = 3  # what calls it, likewise
    siblings: int = 0  # methods beside a method, the nearest first, likewise
    called: float = 0.45  # share of its chance that a likely unit passes on to what it calls, spread over all of that
    calling: float = 0.15  # the same for what calls it
    steepness: float = 1.0  # power of the score beside the place: low trusts the order more, high the score
    least: float = 0.0  # chance, the best unit's being 1: what is less likely to answer stays out, the budget unspent
    format: str = "markdown"  # format of the context: markdown, xml or text
    encoding: str = "cl100k_base"  # tokenizer that counts the budget


@dataclass(frozen=True, slots=True)
class CacheSettings:
    """How many runs are kept to be served when the same is asked again, and whether near questions are suggested."""

    runs: int = 200  # of the present state of an index; 0 keeps and serves none
    suggest: bool = True  # suggest similar questions that were asked before


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a workbench."""

    preset: str = ""  # a combination of stores and embedder under one name (`orienteer settings --presets`)
    home: str = ""  # folder of the indexes; empty: $ORIENTEER_HOME or the usual place
    editor: str = "vscode"  # editor that links to code open
    pages: str = ""  # where the pages are, for links outside of them; "" is the workbench that runs, else port 8501 here
    not_yours: tuple[str, ...] = ("guessed",)  # paths that are left out of questions and analyses; "!path" takes one back
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
