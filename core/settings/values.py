"""The settings and their defaults, which work offline on a laptop."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ExtractSettings:
    """Which files are read, and how long a file or a step may take; 0 seconds mean without a limit."""

    max_file_bytes: int = 1_000_000
    exclude: tuple[str, ...] = ()
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

    sources: bool = False
    names: tuple[str, ...] = ()  # only these libraries
    paths: tuple[str, ...] = ()  # NAME=FOLDER: where a gem is, when it is not found
    gems: Gems = field(default_factory=Gems)  # also these, of Gemfile.lock, and what of them: [framework.gems.devise]


@dataclass(frozen=True, slots=True)
class EmbedSettings:
    """Which embedder makes the vectors, and whether units have word vectors from a table before these are there.

    The key of a service is no setting: it comes from `$ORIENTEER_EMBED_KEY`, else from the variable that it is known for.
    """

    embedder: str = "minilm"
    model: str = ""
    batch: int = 32
    table: bool = True
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

    catalog: str = "duckdb"
    catalog_at: str = ""  # the server that has the catalog, such as postgresql://USER@HOST:5432/DATABASE; empty: the folder
    graph: str = "networkx"  # or `sql`: asked in the tables of a catalog that is not DuckDB's; or `neo4j`
    graph_at: str = ""  # the server of the last, such as bolt://USER@HOST:7687/DATABASE
    vectors: str = "chroma"
    vectors_at: str = ""  # the folder or the server that has the vectors; empty: the folder of the index
    collection: str = ""  # how its collections of vectors at a server begin; empty: as the index is called
    lexical: str = "auto"
    rank_bm25_limit: int = 10_000
    chunk_tokens: int = 200
    keep_generations: int = 3


@dataclass(frozen=True, slots=True)
class RouteSettings:
    """Who reads a question: the rules alone, or before them a language model at an address that you name.

    The model's key is no setting: it comes from `$ORIENTEER_ROUTE_KEY`, so that no file, page or trace shows it.
    """

    router: str = "rules"  # or `llm`
    url: str = ""  # of an OpenAI-compatible service, such as http://localhost:11434/v1
    model: str = ""
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
    model: str = ""
    prompt: str = ""  # a file with instructions of your own
    context: int = 8_000  # tokens of sources in a round
    tokens: int = 4_096  # of the answer, at most
    temperature: float = 0.3
    timeout: float = 120.0  # seconds
    rounds: int = 2  # further searches that the model may ask for
    price_in: float = 0.0  # per million tokens that are sent, and
    price_out: float = 0.0  # that are written: for the estimate before anything is sent


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How candidates are found and merged."""

    fusion: str = "rrf"  # or `convex`
    rrf_k: int = 60
    candidates: int = 100  # of each strategy
    strategies: tuple[str, ...] = ("direct", "keyword", "vector", "table", "graph", "documents", "overview")  # that may be used
    weights: dict[str, float] = field(
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

    semantic: float = 0.70
    table: float = 0.30
    keyword: float = 0.25
    recency: float = 0.03
    importance: float = 0.05
    type_match: float = 0.25
    diversity: float = 0.05
    definition: float = 0.60
    relation: float = 0.25
    name: float = 0.05
    path: float = 0.10
    coverage: float = 0.15
    described: float = 0.25
    overview: float = 1.0
    fused: float = 0.1
    coherence: float = 0.25
    aside: float = 0.25
    saturation: float = 0.7
    owned: float = 0.0
    opened: float = 0.0
    keep: int = 400


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

    budget: int = 8000
    structural: float = 0.10
    supporting: float = 0.35
    supporting_with_framework: float = 0.25
    framework: float = 0.20
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
    format: str = "markdown"
    encoding: str = "cl100k_base"


@dataclass(frozen=True, slots=True)
class CacheSettings:
    """How many runs are kept to be served when the same is asked again, and whether near questions are suggested."""

    runs: int = 200  # of the present state of an index; 0 keeps and serves none
    suggest: bool = True


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a workbench."""

    preset: str = ""  # a combination of stores and embedder under one name (`orienteer settings --presets`)
    home: str = ""
    editor: str = "vscode"
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
