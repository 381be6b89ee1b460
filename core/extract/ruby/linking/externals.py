"""Names that an application uses and does not define: Ruby's, Rails', those of its gems."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.extract.repository import Repository

RUBY_NAMES = frozenset(
    (
        "ARGF", "ARGV", "Abbrev", "ArgumentError", "Array", "Base64", "BasicObject", "Benchmark", "BigDecimal",
        "Bignum", "Binding", "Bundler", "CGI", "CSV", "Class", "ClosedQueueError", "Comparable", "Complex",
        "ConditionVariable", "Coverage", "DATA", "DBM", "DRb", "Data", "Date", "DateTime", "DelegateClass", "Delegator",
        "DidYouMean", "Digest", "Dir", "ENV", "EOFError", "ERB", "Encoding", "EncodingError", "Enumerable",
        "Enumerator", "Errno", "ErrorHighlight", "Etc", "Exception", "ExceptionForMatrix", "FIXNUM", "FalseClass",
        "Fcntl", "Fiber", "FiberError", "File", "FileTest", "FileUtils", "Find", "Fixnum", "Float", "FloatDomainError",
        "Forwardable", "FrozenError", "GC", "GDBM", "Gem", "GetoptLong", "Hash", "IO", "IOError", "IPAddr", "IPSocket",
        "IRB", "Iconv", "IndexError", "Integer", "Interrupt", "JSON", "Kernel", "KeyError", "LoadError",
        "LocalJumpError", "Logger", "Marshal", "MatchData", "Math", "Matrix", "Method", "MiniTest", "Minitest",
        "Module", "Monitor", "MonitorMixin", "Mutex", "Mutex_m", "NKF", "NameError", "Net", "NilClass",
        "NoMatchingPatternError", "NoMemoryError", "NoMethodError", "NotImplementedError", "Numeric", "Object",
        "ObjectSpace", "Observable", "Open3", "OpenSSL", "OpenStruct", "OpenTimeout", "OpenURI", "OptionParser", "PP",
        "PStore", "PTY", "Pathname", "Prime", "Proc", "Process", "Psych", "Queue", "REXML", "RSS", "RUBY_ENGINE",
        "RUBY_PATCHLEVEL", "RUBY_PLATFORM", "RUBY_VERSION",
        "JRUBY_VERSION", "Ractor", "Rake", "Random", "Range", "RangeError",
        "Rational", "RbConfig", "Readline", "Refinement", "Regexp", "RegexpError", "Reline", "Resolv", "Rinda",
        "Ripper", "RubyVM", "RuntimeError", "SDBM", "STDERR", "STDIN", "STDOUT", "ScriptError", "SecureRandom",
        "SecurityError", "Set", "Shellwords", "Signal", "SignalException", "SimpleDelegator", "Singleton", "SizedQueue",
        "Socket", "SocketError", "SortedSet", "StandardError", "StopIteration", "String", "StringIO", "StringScanner",
        "Struct", "Symbol", "SyntaxError", "Syslog", "SystemCallError", "SystemExit", "SystemStackError", "TCPServer",
        "TCPSocket", "TOPLEVEL_BINDING", "TRUE", "TSort", "Tempfile", "Test", "Thread", "ThreadError", "ThreadGroup",
        "Time", "Timeout", "Tmpdir", "TracePoint", "TrueClass", "TypeError", "UDPSocket", "UNIXSocket", "URI",
        "UnboundMethod", "UncaughtThrowError", "UnicodeNormalize", "WEBrick", "Warning", "WeakRef", "Win32API", "YAML",
        "ZeroDivisionError", "Zlib",
    )
)  # fmt: skip
RAILS_NAMES = frozenset(
    (
        "AbstractController", "ActionCable", "ActionController", "ActionDispatch", "ActionMailbox", "ActionMailer",
        "ActionPack", "ActionText", "ActionView", "ActiveJob", "ActiveMerchant", "ActiveModel", "ActiveRecord",
        "ActiveResource", "ActiveStorage", "ActiveSupport", "Arel", "BCrypt", "Capybara", "Concurrent", "Erubi",
        "FactoryBot", "FactoryGirl", "Faker", "HashWithIndifferentAccess", "I18n", "Importmap", "Journey", "Listen",
        "Loofah", "Mail", "Mime", "MultiJson", "Nokogiri", "Propshaft", "Puma", "RSpec", "Rack", "Rails",
        "RailsInflector", "Redis", "Rouge", "Selenium", "SignedGlobalID",
        "GlobalID", "Sidekiq", "SimpleCov", "SolidCable", "SolidCache",
        "SolidQueue", "Spring", "Sprockets", "Stimulus", "TZInfo", "Thor", "Tilt", "Turbo", "VCR", "Vite", "ViteRuby",
        "WebMock", "Webpacker", "Zeitwerk",
    )
)  # fmt: skip
FRAMEWORK_CLASSES = {
    "ActiveRecord::Base": "model", "ApplicationRecord": "model", "ActionController::Base": "controller",
    "ActionController::API": "controller", "ActionController::Metal": "controller", "ApplicationController": "controller",
    "ActiveJob::Base": "job", "ApplicationJob": "job", "Sidekiq::Worker": "job", "Sidekiq::Job": "job",
    "Sidekiq::IterableJob": "job", "ActionMailer::Base": "mailer", "ApplicationMailer": "mailer",
    "ActionCable::Channel::Base": "channel", "ActionCable::Connection::Base": "channel", "ApplicationCable::Channel": "channel",
    "ActionMailbox::Base": "mailbox", "ActiveModel::Validator": "validator", "ActiveModel::EachValidator": "validator",
    "ViewComponent::Base": "view_component", "ViewComponent::Preview": "component_preview", "Phlex::HTML": "component",
    "Phlex::SVG": "component", "ActiveRecord::Migration": "migration", "ActiveModel::Serializer": "serializer",
    "ActiveModelSerializers::Model": "serializer", "Blueprinter::Base": "serializer", "Alba::Resource": "serializer",
    "JSONAPI::Serializer": "serializer", "FastJsonapi::ObjectSerializer": "serializer", "Draper::Decorator": "decorator",
    "Rails::Engine": "engine", "Rails::Railtie": "engine", "Rails::Application": "configuration",
    "GraphQL::Schema::Mutation": "graphql_mutation", "GraphQL::Schema::RelayClassicMutation": "graphql_mutation",
    "GraphQL::Schema::Resolver": "graphql_resolver", "GraphQL::Schema::Object": "graphql_type",
    "GraphQL::Schema::InputObject": "graphql_type", "GraphQL::Schema::Enum": "graphql_type",
    "GraphQL::Schema::Union": "graphql_type", "GraphQL::Schema::Scalar": "graphql_type",
    "GraphQL::Schema::Interface": "graphql_type", "GraphQL::Schema::Subscription": "graphql_subscription",
    "GraphQL::Schema": "graphql_schema", "GraphQL::Schema::Directive": "graphql_type",
    "GraphQL::Batch::Loader": "graphql_loader",
    "GraphQL::Dataloader::Source": "graphql_loader", "ActiveSupport::CurrentAttributes": "current_attributes",
    "Rails::Generators::Base": "generator", "Rails::Generators::NamedBase": "generator", "Grape::API": "api",
    "Grape::Entity": "serializer", "Interactor": "service", "ActiveInteraction::Base": "service",
    "Dry::Validation::Contract": "contract",
    "CarrierWave::Uploader::Base": "uploader", "Shrine": "uploader", "Wisper::Publisher": "service",
}  # fmt: skip
"""Classes and modules of Rails and well-known gems, and the type of unit that a descendant is."""

_GEM_LINE = re.compile(r"""^[ \t]*gem[ \t]*\(?\s*["']([\w.-]+)["']""", re.MULTILINE)
_LOCK_LINE = re.compile(r"^[ \t]{4,6}([\w.-]+)(?: \(|$|!)", re.MULTILINE)
_SPEC_LINE = re.compile(r"""add(?:_runtime|_development)?_dependency\s*\(?\s*["']([\w.-]+)["']""")
_INHERITED = {
    "GraphQL::Schema": frozenset({"ID", "Int", "Boolean", "Float", "String"}),
    "ActiveRecord::Migration": frozenset({"IrreversibleMigration"}),
    "Grape::": frozenset({"Boolean"}),
    "Arel::Nodes": frozenset(
        (
            "And",
            "As",
            "Ascending",
            "Binary",
            "Bin",
            "Case",
            "Casted",
            "Concat",
            "Contains",
            "Cube",
            "Descending",
            "Distinct",
            "Equality",
            "Except",
            "Exists",
            "Extract",
            "False",
            "Filter",
            "FullOuterJoin",
            "Function",
            "Grouping",
            "GroupingElement",
            "GroupingSet",
            "HomogeneousIn",
            "In",
            "InfixOperation",
            "InnerJoin",
            "Intersect",
            "Join",
            "LeadingJoin",
            "Lock",
            "Matches",
            "Max",
            "Min",
            "NamedFunction",
            "Node",
            "Not",
            "Nulls",
            "On",
            "Or",
            "OuterJoin",
            "Over",
            "Overlaps",
            "Quoted",
            "RightOuterJoin",
            "RollUp",
            "Rows",
            "SqlLiteral",
            "StringJoin",
            "Sum",
            "TableAlias",
            "True",
            "Unary",
            "UnaryOperation",
            "Union",
            "UnionAll",
            "Window",
            "With",
            "WithRecursive",
        )
    ),
}
"""Constants that descendants of a framework's class can name bare, by the start of that class' name."""

_GEMS_OF_OTHER_NAMES = {
    "countries": "iso3166", "rubyzip": "zip", "rubysaml": "onelogin", "rmagick": "magick", "netldap": "net",
    "rubyopenid": "openid", "googleauth": "google", "faradaymiddleware": "faraday", "ddtrace": "datadog", "rake": "filelist",
    "yard": "yard", "attrencrypted": "encryptor", "httprb": "http", "mimetypes": "mime", "libxmlruby": "libxml",
}  # fmt: skip
_WORDS = re.compile(r"[^a-z0-9]")


class Externals:
    """Tells whether a name that nothing in the checkout defines is known to come from elsewhere."""

    def __init__(self, repository: Repository) -> None:
        names: set[str] = set()
        for path, text in repository.texts.items():
            base = path.rsplit("/", 1)[-1]
            if base.startswith("Gemfile") or base in ("gems.rb", "gems.locked"):
                names.update(_GEM_LINE.findall(text))
                names.update(_LOCK_LINE.findall(text))
            elif base.endswith(".gemspec"):
                names.update(_SPEC_LINE.findall(text))
        self._gems = {_flat(name) for name in names}
        self._gems |= {_GEMS_OF_OTHER_NAMES[name] for name in self._gems if name in _GEMS_OF_OTHER_NAMES}
        self._parts = {_flat(part) for name in names for part in name.split("-")} | {
            _flat(part)
            for name in names
            for part in [name.removeprefix("ruby-"), name.removesuffix("-ruby"), name.removesuffix("-rails")]
        }

    def explain(self, written: str, ancestors: Sequence[str] = ()) -> str:
        """Return where a name comes from (`ruby`, `rails`, `gem`), or an empty string when nothing explains it.

        `ancestors` are the classes and modules that the class around the name, or in front of it, descends from.
        """
        head = written.removeprefix("::").split("::", 1)[0]
        if head in RUBY_NAMES:
            return "ruby"
        if head in RAILS_NAMES:
            return "rails"
        if any(above.startswith(start) and head in words for start, words in _INHERITED.items() for above in ancestors):
            return "gem"
        flat = _flat(head)
        if flat in self._gems or flat in self._parts or flat.removesuffix("rails") in self._gems:
            return "gem"
        return "gem" if len(flat) > 3 and any(gem.startswith(flat) for gem in self._gems) else ""


def _flat(name: str) -> str:
    return _WORDS.sub("", name.lower())
