"""Names that a checkout uses and does not define: Ruby's own, and those of Rails and well-known libraries."""

from __future__ import annotations

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
    "ActiveRecord::Base": "model", "ApplicationRecord": "model", "Mongoid::Document": "model",
    "MongoMapper::Document": "model", "Dynamoid::Document": "model", "Sequel::Model": "model",
    "ActionController::Base": "controller",
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
