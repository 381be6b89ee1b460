# frozen_string_literal: true

# Models, controllers, jobs, mailers, GraphQL types and all other constants of the application.
module OrienteerProbe
  MODEL_EVENTS = %i[validate validation initialize find touch save create update destroy commit rollback before_commit].freeze

  class << self
    # --- callbacks -------------------------------------------------------------------------------------------------------

    # The actions that `only:` or `except:` name: an object of Rails 7, a closure of Rails 6.
    def limited_actions(condition)
      if condition.class.name == "AbstractController::Callbacks::ActionFilter"
        condition.instance_variable_get(:@actions).to_a.map(&:to_s)
      elsif condition.is_a?(Proc) && condition.source_location.to_a.first.to_s.include?("abstract_controller/callbacks")
        frame = condition.binding
        frame.local_variable_defined?(:_from) ? frame.local_variable_get(:_from).to_a.map(&:to_s) : nil
      end
    end

    def conditions(list)
      Array(list).map do |condition|
        actions = limited_actions(condition)
        actions ? { actions: actions } : value(condition)
      end
    end

    def callback(klass, event, entry)
      filter = entry.respond_to?(:raw_filter) ? entry.raw_filter : entry.filter
      row = { event: event.to_s, kind: entry.kind.to_s }.merge(filter_row(klass, event, entry.kind, filter))
      %i[if unless].each do |word|
        given = entry.instance_variable_get("@#{word}")
        row[word] = conditions(given) unless Array(given).empty?
      end
      row.merge(declared(:callback, klass, filter_key(event, entry.kind, filter)))
    end

    def filter_row(klass, event, kind, filter)
      case filter
      when Symbol, String
        known = klass.method_defined?(filter) || klass.private_method_defined?(filter)
        method = known && klass.instance_method(filter)
        { method: filter.to_s, owner: method ? name_of(method.owner) : nil, defined_at: method ? location(method.source_location) : nil }
      when Proc
        { block: true, defined_at: location(filter.source_location) }
      else
        name = [kind, event].join("_")
        at = filter.respond_to?(name) ? filter.method(name).source_location : nil
        { object: filter.is_a?(Module) ? name_of(filter) : filter.class.name, defined_at: location(at) }
      end
    end

    def callbacks_of(klass, events)
      events.flat_map do |event|
        list = "_#{event}_callbacks"
        next [] unless klass.respond_to?(list)

        klass.public_send(list).map { |entry| guard("callback #{name_of(klass)} #{event}") { callback(klass, event, entry) } }.compact
      end
    end

    # --- models ----------------------------------------------------------------------------------------------------------

    def models
      return [] unless constant("ActiveRecord::Base")

      named(ActiveRecord::Base.descendants).map do |klass|
        row = common(klass)
        next if row[:at] && row[:at][:origin] != "app"

        guard("model #{row[:name]}") { row.merge!(model(klass)) }
        row
      end.compact
    end

    def model(klass)
      row = { abstract: klass.abstract_class? || false, table: nil }
      row.merge!(table_of(klass)) unless row[:abstract]
      row[:associations] = klass.reflect_on_all_associations.map { |one| guard("association #{name_of(klass)}.#{one.name}") { association(klass, one) } }.compact
      row[:validators] = klass.validators.map { |one| guard("validator of #{name_of(klass)}") { validator(one) } }.compact
      row[:callbacks] = callbacks_of(klass, MODEL_EVENTS)
      row[:scopes] = guard("scopes of #{name_of(klass)}") { scopes(klass) } || []
      row[:enums] = value(klass.defined_enums)
      row[:enum_sites] = klass.defined_enums.keys.to_h { |name| [name, declared(:enum, klass, name.to_s)] }
      row[:nested_attributes] = klass.nested_attributes_options.keys.map(&:to_s)
      row[:macros] = macros(klass)
      row
    end

    def table_of(klass)
      row = { table: klass.table_name }
      row[:sti_base] = name_of(klass.base_class) if klass.base_class != klass
      return row unless @database

      row[:primary_key] = guard("primary key of #{name_of(klass)}") { value(klass.primary_key) }
      guard("columns of #{name_of(klass)}") do
        row[:inheritance_column] = klass.inheritance_column if klass.columns_hash.key?(klass.inheritance_column.to_s)
      end
      row
    end

    def association(klass, one)
      options = one.options
      row = { name: one.name.to_s, macro: one.macro.to_s, options: value(options), scope: !one.scope.nil?, polymorphic: options[:polymorphic] ? true : false }
      row[:through] = options[:through].to_s if options[:through]
      where = "association #{name_of(klass)}.#{one.name}"
      row[:class_name] = row[:polymorphic] ? nil : guard("#{where}: class") { name_of(one.klass) }
      row[:foreign_key] = guard("#{where}: foreign key") { value(one.foreign_key) }
      row.merge(declared(:association, klass, one.name.to_s))
    end

    def validator(one)
      row = { kind: one.respond_to?(:kind) ? one.kind.to_s : nil, class: one.class.name }
      row[:attributes] = one.respond_to?(:attributes) ? one.attributes.map(&:to_s) : []
      row.merge(options: value(one.options), declared_at: site(PLACES[:validator][one]))
    end

    # Rails lists no scopes: they are the class methods that its `scope` has defined.
    def scopes(klass)
      owners = klass.ancestors.select { |one| one.is_a?(Class) && one <= ActiveRecord::Base && one != ActiveRecord::Base }
      owners.flat_map do |owner|
        made = owner.singleton_methods(false).select { |name| owner.method(name).source_location.to_a.first.to_s.end_with?("scoping/named.rb") }
        names = made.map(&:to_s) | (PLACES[:scope][owner] || {}).keys
        names.sort.map { |name| { name: name, declared_in: name_of(owner), declared_at: site((PLACES[:scope][owner] || {})[name]) } }
      end
    end

    def macros(klass)
      found = {}
      found[:devise] = klass.devise_modules.map(&:to_s) if klass.respond_to?(:devise_modules)
      found[:state_machines] = klass.state_machines.keys.map(&:to_s) if klass.respond_to?(:state_machines)
      found[:aasm] = true if klass.respond_to?(:aasm)
      found
    end

    # --- controllers -----------------------------------------------------------------------------------------------------

    def controllers(routed)
      bases = %w[ActionController::Base ActionController::API].map { |name| constant(name) }.compact
      named(bases.flat_map(&:descendants)).map do |klass|
        row = common(klass)
        actions = routed.fetch(klass.controller_path, []).sort
        row[:origin] = row[:at] && row[:at][:origin]
        next if row[:origin] != "app" && actions.empty?

        guard("controller #{row[:name]}") { row.merge!(controller(klass, actions)) }
        row
      end.compact
    end

    def controller(klass, actions)
      filters = callbacks_of(klass, [:process_action])
      known, implicit = actions.partition { |action| klass.public_method_defined?(action) }
      sites = known.to_h { |action| [action, action_site(klass, action)] }
      resolved = actions.to_h { |action| [action, filters.select { |filter| applies?(filter, action) }.map { |filter| filter_name(filter) }] }
      rescues = klass.rescue_handlers.map { |error, with| { error: error.to_s, with: value(with) } }
      { abstract: klass.abstract?, routed_actions: actions, implicit_actions: implicit, action_sites: sites, filters: filters, resolved: resolved, rescue_from: rescues }
    end

    def action_site(klass, action)
      method = klass.instance_method(action)
      (location(method.source_location) || {}).merge(owner: name_of(method.owner))
    end

    def applies?(filter, action)
      named = ->(list) { Array(list).select { |one| one.is_a?(Hash) && one[:actions] } }
      named.call(filter[:if]).all? { |one| one[:actions].include?(action) } &&
        named.call(filter[:unless]).none? { |one| one[:actions].include?(action) }
    end

    def filter_name(filter)
      "#{filter[:kind]}:#{filter[:method] || filter[:object] || 'block'}"
    end

    # --- the rest --------------------------------------------------------------------------------------------------------

    def jobs
      (active_jobs + workers).sort_by { |row| row[:name] }
    end

    def active_jobs
      return [] unless constant("ActiveJob::Base")

      named(ActiveJob::Base.descendants).select { |klass| in_application?(klass) }.map do |klass|
        row = common(klass).merge(backend: "active_job")
        guard("job #{row[:name]}") do
          row[:queue] = klass.queue_name.is_a?(Proc) ? value(klass.queue_name) : klass.queue_name.to_s
          row[:rescue] = klass.rescue_handlers.map { |error, _| error.to_s }
          row[:callbacks] = callbacks_of(klass, %i[enqueue perform])
        end
        row
      end
    end

    def workers
      marker = constant("Sidekiq::Job") || constant("Sidekiq::Worker")
      return [] unless marker

      below(marker).select { |klass| in_application?(klass) }.map do |klass|
        row = common(klass).merge(backend: "sidekiq")
        guard("worker #{row[:name]}") do
          row[:sidekiq_options] = value(klass.get_sidekiq_options)
          row[:queue] = klass.get_sidekiq_options["queue"].to_s
        end
        row
      end
    end

    def mailers
      return [] unless constant("ActionMailer::Base")

      named(ActionMailer::Base.descendants).map do |klass|
        row = common(klass)
        guard("mailer #{row[:name]}") do
          row[:origin] = row[:at] && row[:at][:origin]
          row[:actions] = klass.action_methods.to_a.sort
          row[:action_sites] = mailer_sites(klass, row[:actions])
          row[:default] = value(klass.default_params)
          row[:filters] = callbacks_of(klass, [:process_action])
          row[:callbacks] = callbacks_of(klass, [:deliver])
          row[:templates] = row[:actions].to_h { |action| [action, templates(klass, action)] }
        end
        row
      end
    end

    # Where the class itself writes its actions: Rails also takes readers and all that is included for actions.
    def mailer_sites(klass, actions)
      own = actions.select { |action| klass.public_method_defined?(action, false) && body?(klass.instance_method(action)) }
      own.to_h { |action| [action, action_site(klass, action)] }
    end

    def body?(method)
      !defined?(RubyVM::InstructionSequence) || !RubyVM::InstructionSequence.of(method).nil?
    end

    def templates(klass, action)
      found = klass.view_paths.flat_map { |path| Dir.glob("#{path}/#{klass.mailer_name}/#{action}.*") }
      found.map { |path| inside(path) || path }.sort
    end

    def graphql
      parents = %w[GraphQL::Schema::Member GraphQL::Schema::Resolver].map { |name| constant(name) }.compact
      named(parents.flat_map { |parent| below(parent) }).select { |klass| in_application?(klass) }.map do |klass|
        row = common(klass)
        guard("GraphQL #{row[:name]}") do
          row[:graphql_name] = klass.graphql_name
          row[:fields] = klass.respond_to?(:own_fields) ? klass.own_fields.values.flatten.map { |field| graphql_field(field) } : []
          row[:arguments] = graphql_arguments(klass)
        end
        row
      end
    end

    def graphql_field(field)
      row = { name: field.name.to_s, method: field.original_name.to_s, type: graphql_type(field) }
      row.merge(resolver: field.resolver ? name_of(field.resolver) : nil, arguments: graphql_arguments(field))
    end

    def graphql_arguments(owner)
      return [] unless owner.respond_to?(:own_arguments)

      owner.own_arguments.values.flatten.map { |one| { name: one.graphql_name, method: one.keyword.to_s, type: graphql_type(one) } }
    end

    def graphql_type(member)
      guard("type of GraphQL #{member.name}") { member.type.to_type_signature }
    end

    def constants(known)
      concern = constant("ActiveSupport::Concern")
      named(ObjectSpace.each_object(Module).reject { |mod| hidden?(mod, known) }).select { |mod| in_application?(mod) }.map do |mod|
        common(mod).merge(kind: mod.is_a?(Class) ? "class" : "module", concern: concern ? mod.singleton_class.include?(concern) : false)
      end
    end

    # What is listed elsewhere, has no name of its own, or is no longer what its name stands for.
    def hidden?(mod, known)
      name = name_of(mod)
      name.nil? || known.include?(name) || name.start_with?("OrienteerProbe") || !constant(name).equal?(mod)
    end
  end
end
