# frozen_string_literal: true

# Remembers where a Rails application declares things. Ruby loads this file before anything else (RUBYOPT=-r…), because Rails
# itself keeps no record of the place. It waits until Rails::Application exists; in any other Ruby process it does nothing.
module OrienteerProbe
  VERSION = 1
  OWN_FOLDER = File.expand_path(__dir__ || ".") + "/"
  # As a gem (activerecord-7.2.1/), or in a checkout of Rails (activerecord/lib/).
  FRAMEWORK = /\/(?:activerecord|activesupport|activemodel|actionpack|actionview|activejob|actionmailer|railties|actioncable|activestorage|actiontext|actionmailbox|zeitwerk|bootsnap)(?:-\d|\/(?:lib|app|config)\/)/.freeze
  RUBYS_OWN = RbConfig::CONFIG["rubylibdir"].to_s + "/"
  NOT_THE_APPLICATION = %w[vendor/bundle/ vendor/ruby/ .bundle/ node_modules/ bin/].freeze
  FRAMES = 80
  LOADED = ["<top (required)>", "<main>"].freeze # whoever has a file loaded, or boots, does not declare what is in it
  HOOKED = []
  # Places by class and then by key; classes and filters are compared by identity, because some define equality anew.
  PLACES = Hash.new { |places, kind| places[kind] = {}.compare_by_identity }
  KEPT = []

  class << self
    def root
      return @root if @root

      known = defined?(::Rails) && ::Rails.respond_to?(:root) && ::Rails.root
      known ? @root = known.to_s : Dir.pwd
    end

    # The path below the application's root, or nil when the file is not the application's own.
    def inside(path)
      return nil unless path && path.start_with?(root + "/")

      relative = path.delete_prefix(root + "/")
      NOT_THE_APPLICATION.any? { |folder| relative.start_with?(folder) } ? nil : relative
    end

    # [application frame, gem frame nearest to the declaration]; each [path, line] or nil. Without an application frame the
    # second is the framework's where no gem's is.
    def frames
      gem = outermost = nil
      caller_locations(2, FRAMES).to_a.each do |frame|
        path = frame.absolute_path || frame.path
        next if path.nil? || path.start_with?(OWN_FOLDER, RUBYS_OWN, "<internal")
        return [[path, frame.lineno], gem] if inside(path)

        outermost = [path, frame.lineno]
        gem ||= outermost unless FRAMEWORK.match?(path)
        break if LOADED.include?(frame.label) || frame.label.end_with?("initialize!")
      end
      [nil, gem || outermost]
    end

    def note(kind, owner, key, place = frames)
      (PLACES[kind][owner] ||= {})[key] ||= place
    end

    # The place noted for the class or the nearest ancestor, with that ancestor.
    def noted(kind, klass, key)
      klass.ancestors.each do |ancestor|
        place = (PLACES[kind][ancestor] || {})[key]
        return [ancestor, place] if place
      end
      nil
    end

    def filter_key(event, kind, filter)
      [event.to_sym, kind.to_sym, filter.is_a?(Symbol) || filter.is_a?(String) ? filter.to_sym : filter.object_id]
    end

    def note_callbacks(owner, event, filters, block)
      place = frames
      filters = filters.dup
      kind = %i[before after around].include?(filters.first) ? filters.shift : :before
      filters.pop if filters.last.is_a?(Hash)
      (block ? filters + [block] : filters).each do |filter|
        KEPT << filter # an object that is collected would give its id to another
        note(:callback, owner, filter_key(event, kind, filter), place)
      end
    end
  end

  module Callbacks
    def set_callback(event, *filters, &block)
      OrienteerProbe.note_callbacks(self, event, filters, block)
      super(event, *filters, &block) # by name: a bare `super` would hand on the block as another object than the one noted
    end
  end

  module Records
    def scope(name, *rest, &block)
      OrienteerProbe.note(:scope, self, name.to_s)
      super
    end

    def enum(*arguments, **options, &block)
      names = arguments.first.is_a?(Hash) ? arguments.first.keys : [arguments.first].compact
      names = options.keys if names.empty?
      names.each { |name| OrienteerProbe.note(:enum, self, name.to_s) }
      super
    end
  end

  module Reflections
    def add_reflection(owner, name, reflection)
      OrienteerProbe.note(:association, owner, name.to_s)
      super
    end
  end

  module Validators
    def initialize(*arguments, &block)
      PLACES[:validator][self] = OrienteerProbe.frames
      super
    end
  end

  module Routes
    def add_route(*arguments, **options, &block)
      place = OrienteerProbe.frames
      route = super
      PLACES[:route][route] = place
      route
    end
  end

  # Asks to be called when the parts of Rails are loaded; each part only when the application uses it.
  def self.hook
    ActiveSupport.on_load(:active_record) do
      singleton_class.prepend(Callbacks, Records)
      ActiveRecord::Reflection.singleton_class.prepend(Reflections)
      ActiveModel::Validator.prepend(Validators)
      HOOKED << "active_record"
    end
    %i[action_controller_base action_controller_api active_job action_mailer].each do |part|
      ActiveSupport.on_load(part) do
        singleton_class.prepend(Callbacks)
        HOOKED << part.to_s
      end
    end
    ActiveSupport.on_load(:before_initialize) { OrienteerProbe.before_boot(self) }
  end

  # One file that does not load must not keep all others from being seen: the probe loads them itself, one by one if need be.
  def self.before_boot(application)
    application.config.eager_load = false
    return unless defined?(ActionDispatch::Routing::RouteSet)

    ActionDispatch::Routing::RouteSet.prepend(Routes)
    HOOKED << "routes"
  end

  WAITING = TracePoint.new(:end) do |point|
    if defined?(::Rails::Application) && point.self.equal?(::Rails::Application)
      WAITING.disable
      hook
    end
  end
  WAITING.enable
end
