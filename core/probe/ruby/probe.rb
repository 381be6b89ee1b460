# frozen_string_literal: true

# Asks a booted Rails application what it consists of and writes the answer as one JSON object (contract rails-probe/1) into
# the file $PROBE_OUT, else between two marks on stdout. It reads the schema of the database, never a row.
require "date"
require "json"
require "set"
require "timeout"
require_relative "recorder" unless defined?(OrienteerProbe::VERSION)
require_relative "values"
require_relative "classes"

module OrienteerProbe
  DATABASE_SECONDS = 20 # a host that does not answer must not use up the whole time limit
  INTERNAL_TABLES = %w[schema_migrations ar_internal_metadata].freeze

  class << self
    def now
      Process.clock_gettime(Process::CLOCK_MONOTONIC)
    end

    def timed(timing, name)
      start = now
      result = guard(name) { yield }
      timing[name] = (now - start).round(3)
      result
    end

    def report
      mode = HOOKED.empty? ? "runner" : "rubyopt"
      timing = {}
      timed(timing, "load") { load_everything }
      row = { contract: "rails-probe/1", mode: mode, ruby: RUBY_VERSION, rails: Rails.version, env: Rails.env, root: root, hooked: HOOKED }
      row[:gems] = timed(timing, "gems") { gems } || []
      row[:autoload] = timed(timing, "autoload") { autoload_paths }
      row[:acronyms] = guard("acronyms") { ActiveSupport::Inflector.inflections(:en).acronyms.to_h } || {}
      row[:database] = @database = timed(timing, "database") { Timeout.timeout(DATABASE_SECONDS) { database } }
      row[:models] = timed(timing, "models") { models } || []
      row[:routes] = timed(timing, "routes") { routes } || []
      row[:controllers] = timed(timing, "controllers") { controllers(routed_actions) } || []
      row[:jobs] = timed(timing, "jobs") { jobs } || []
      row[:mailers] = timed(timing, "mailers") { mailers } || []
      row[:graphql] = timed(timing, "graphql") { graphql } || []
      known = %i[models controllers jobs mailers graphql].flat_map { |kind| row[kind].map { |one| one[:name] } }.to_set
      row[:constants] = timed(timing, "constants") { constants(known) } || []
      row.merge(timing: timing, errors: ERRORS)
    end

    # --- loading ---------------------------------------------------------------------------------------------------------

    def load_everything
      Rails.application.eager_load!
    rescue *RESCUED => e
      guard("loading everything at once") { raise e }
      load_one_by_one
    end

    def load_one_by_one
      loader = Rails.respond_to?(:autoloaders) && Rails.autoloaders.main
      return load_by_path unless loader

      folders = namespaces(loader)
      folders.each_key do |folder|
        own_files(folder, folders.keys).each do |file|
          guard("loading #{inside(file) || file}") { expected_name(loader, folder, folders[folder], file).constantize }
        end
      end
    end

    # Applications of Rails 6 may still load the classic way.
    def load_by_path
      folders = Rails.application.config.eager_load_paths.map(&:to_s)
      folders.each do |folder|
        own_files(folder, folders).each { |file| guard("loading #{inside(file) || file}") { require_dependency(file) } }
      end
    end

    # The Ruby files of a folder without those of folders inside it that are roots of their own, such as app/models/concerns.
    def own_files(folder, folders)
      inner = folders.select { |other| other.start_with?("#{folder}/") }.map { |other| "#{other}/" }
      Dir.glob("#{folder}/**/*.rb").sort.reject { |file| file.start_with?(*inner) }
    end

    # Each root folder with the name of the module that its constants belong to, empty where that is none.
    def namespaces(loader)
      known = loader.method(:dirs).arity.zero? ? loader.dirs.to_h { |folder| [folder, Object] } : loader.dirs(namespaces: true)
      known.transform_values { |mod| mod.equal?(Object) ? "" : "#{name_of(mod)}::" }
    end

    def expected_name(loader, folder, namespace, file)
      return loader.cpath_expected_at(file) || "Object" if loader.respond_to?(:cpath_expected_at)
      return "Object" if loader.respond_to?(:ignores?, true) && loader.send(:ignores?, file)

      path = folder
      parts = file.delete_prefix("#{folder}/").split("/").map do |part|
        path = "#{path}/#{part}"
        loader.inflector.camelize(part.delete_suffix(".rb"), path) unless loader.respond_to?(:collapse?, true) && loader.send(:collapse?, path)
      end
      namespace + parts.compact.join("::")
    end

    # --- the application -------------------------------------------------------------------------------------------------

    def gems
      bundled = defined?(Bundler) ? guard("bundle") { Bundler.load } : nil
      direct = bundled ? bundled.dependencies.map(&:name).to_set : Set.new
      specs = bundled ? bundled.specs.to_a : Gem.loaded_specs.values
      specs.sort_by(&:name).map do |spec|
        path = spec.full_gem_path
        source = spec.respond_to?(:source) && spec.source ? spec.source.class.name : nil
        { name: spec.name, version: spec.version.to_s, path: File.directory?(path) ? path : nil, direct: direct.include?(spec.name), loaded: Gem.loaded_specs.key?(spec.name), source: source }
      end
    end

    def autoload_paths
      return nil unless Rails.respond_to?(:autoloaders) && Rails.autoloaders.main

      loader = Rails.autoloaders.main
      expected = loader.respond_to?(:all_expected_cpaths) ? loader.all_expected_cpaths : nil
      ours = expected && expected.map { |path, name| [inside(path), name] }.select { |path, _| path && path.end_with?(".rb") }.to_h
      { dirs: loader.dirs.map { |path| inside(path) || path }, once: Rails.autoloaders.once.dirs, expected: ours }
    end

    def database
      return nil unless constant("ActiveRecord::Base")

      refuse_to_create_a_database
      connection = ActiveRecord::Base.respond_to?(:lease_connection) ? ActiveRecord::Base.lease_connection : ActiveRecord::Base.connection
      tables = (connection.tables - INTERNAL_TABLES).sort
      { adapter: connection.adapter_name, tables: tables.map { |name| guard("table #{name}") { table(connection, name) } }.compact }
    end

    # SQLite makes an empty file of whatever name it is asked to open.
    def refuse_to_create_a_database
      config = ActiveRecord::Base.connection_db_config
      return unless config.adapter.to_s.start_with?("sqlite") && config.database.to_s !~ /:memory:|\Afile:/

      path = File.expand_path(config.database.to_s, root)
      raise "the database file #{path} does not exist" unless File.exist?(path)
    end

    def table(connection, name)
      columns = connection.columns(name).map { |one| { name: one.name, type: one.type.to_s, sql_type: one.sql_type, null: one.null, default: value(one.default) } }
      indexes = connection.indexes(name).map { |one| { name: one.name, columns: value(one.columns), unique: one.unique, where: one.where } }
      keys = connection.supports_foreign_keys? ? connection.foreign_keys(name).map { |one| { column: value(one.column), to_table: one.to_table, name: one.name } } : []
      { name: name, columns: columns, indexes: indexes, foreign_keys: keys }
    end

    # --- routes ----------------------------------------------------------------------------------------------------------

    def route_set
      Rails.application.reload_routes_unless_loaded if Rails.application.respond_to?(:reload_routes_unless_loaded)
      Rails.application.routes
    end

    # `mounted_at` is the application's line that mounts the engine whose routes these are.
    def routes(set = route_set, prefix = "", seen = Set.new, mounted_at = nil)
      return [] unless seen.add?(set.object_id)

      set.routes.reject { |route| route.respond_to?(:internal) && route.internal }.flat_map do |route|
        place = PLACES[:route][route]
        place = [mounted_at, place && place[1]] if mounted_at && !(place && place[0])
        guard("route #{route.path.spec}") { [route_row(route, prefix, place), *mounted(route, prefix, seen, place)] } || []
      end
    end

    def endpoint(route)
      app = route.app # wrapped once, in its constraints; an end point without any wraps itself
      app.respond_to?(:app) && !app.is_a?(Module) ? app.app : app
    end

    def route_row(route, prefix, place)
      defaults = route.defaults
      row = { verb: route.verb.to_s, path: prefix + route.path.spec.to_s, name: route.name && route.name.to_s, controller: defaults[:controller], action: defaults[:action] && defaults[:action].to_s }
      row[:defaults] = value(defaults.reject { |key, _| %i[controller action].include?(key) })
      row[:requirements] = value(route.requirements.reject { |key, _| %i[controller action].include?(key) })
      row[:declared_at] = site(place)
      app = endpoint(route)
      row[:app] = app.is_a?(Module) ? name_of(app) : app.class.name unless row[:controller]
      row
    end

    def mounted(route, prefix, seen, place)
      app = endpoint(route)
      return [] unless route.defaults[:controller].nil? && app.is_a?(Class) && constant("Rails::Engine") && app < Rails::Engine

      routes(app.routes, prefix + route.path.spec.to_s.sub("(.:format)", "").chomp("/"), seen, place && place[0])
    end

    def routed_actions
      engines = Rails::Engine.subclasses.map { |engine| guard("routes of #{name_of(engine)}") { engine.instance.routes } }
      found = Hash.new { |hash, key| hash[key] = Set.new }
      [route_set, *engines].compact.uniq.each do |set|
        set.routes.each { |route| found[route.defaults[:controller]] << route.defaults[:action].to_s if route.defaults[:controller] && route.defaults[:action] }
      end
      found.transform_values(&:to_a)
    end

    def deliver(json)
      out = ENV["PROBE_OUT"].to_s
      if out.empty?
        $stdout.write("\n<<<RAILS-PROBE\n", json, "\nRAILS-PROBE>>>\n")
        $stdout.flush
      else
        File.write("#{out}.part", json)
        File.rename("#{out}.part", out) # a reader sees all of it or nothing
      end
    end
  end
end

OrienteerProbe.deliver(JSON.generate(OrienteerProbe.report))
exit!(0) # what the application has planned for its end is not the probe's business
