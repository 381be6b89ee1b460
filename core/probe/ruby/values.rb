# frozen_string_literal: true

# Turns what Ruby knows into JSON values, and keeps one broken item from hiding the others.
module OrienteerProbe
  ERRORS = []
  RESCUED = [StandardError, NotImplementedError, LoadError, SyntaxError, SystemStackError].freeze
  IS_BELOW = Module.instance_method(:<)
  NAME_OF = Module.instance_method(:name) # classes may define `name` and `<` anew

  class << self
    def guard(where)
      yield
    rescue *RESCUED => e
      place = (e.backtrace || []).find { |line| line.start_with?(root) }
      ERRORS << { where: where.to_s, class: e.class.name, message: text(e.message)[0, 400], at: place }
      nil
    end

    def text(string)
      string.to_s.dup.force_encoding(string.encoding).encode("UTF-8", invalid: :replace, undef: :replace).scrub
    end

    def name_of(mod)
      NAME_OF.bind(mod).call
    end

    def gem_folders
      @gem_folders ||= Gem.loaded_specs.values.map { |spec| [spec.full_gem_path + "/", spec.name] }.sort_by { |path, _| -path.size }
    end

    def origin(path)
      return nil unless path
      return "app" if inside(path)

      owner = gem_folders.find { |folder, _| path.start_with?(folder) }
      owner ? "gem:#{owner[1]}" : "ruby"
    end

    # A place as the contract writes it; nil for what is not written in a file.
    def location(pair)
      return nil unless pair && pair[0]

      { file: inside(pair[0]) || pair[0], line: pair[1], origin: origin(pair[0]) }
    end

    def site(place)
      return nil unless place

      app, gem = place
      found = {}
      found[:file], found[:line] = inside(app[0]), app[1] if app
      found[:via] = location(gem) if gem
      found.empty? ? nil : found
    end

    def declared(kind, klass, key)
      owner, place = noted(kind, klass, key)
      owner ? { declared_in: name_of(owner), declared_at: site(place) } : {}
    end

    def value(item, depth = 0)
      case item
      when nil, true, false, Integer then item
      when Float then item.finite? ? item : item.to_s
      when Numeric, Date, Time then item.to_s
      when String then text(item)
      when Symbol then ":#{item}"
      when Regexp, Range then item.inspect
      when Proc then { proc: location(item.source_location) }
      when Module then { const: name_of(item) }
      when Hash then depth > 6 ? { object: "Hash" } : item.to_h { |key, inner| [key.to_s, value(inner, depth + 1)] }
      when Array, Set then depth > 6 ? { object: "Array" } : item.map { |inner| value(inner, depth + 1) }
      else { object: item.class.name }
      end
    end

    def defined_at(mod)
      name = name_of(mod)
      place = Object.const_source_location(name) if name && Object.respond_to?(:const_source_location)
      return location(place) if place && !place.empty?

      own = mod.instance_methods(false).first
      own ? location(mod.instance_method(own).source_location) : nil
    end

    def modules_of(mod)
      mixed = mod.ancestors - [mod]
      mixed -= mod.superclass.ancestors if mod.is_a?(Class) && mod.superclass
      mixed.reject { |one| one.is_a?(Class) || name_of(one).nil? }.map do |one|
        at = guard("module #{name_of(one)}") { defined_at(one) }
        at ? { name: name_of(one), at: at } : nil
      end.compact
    end

    def method_row(name, method, visibility)
      file = method.source_location && inside(method.source_location[0])
      return nil unless file

      params = method.parameters.map { |part| part.map(&:to_s) }
      { name: name.to_s, file: file, line: method.source_location[1], params: params, vis: visibility }
    end

    def methods_of(mod)
      groups = { "public" => :public_instance_methods, "protected" => :protected_instance_methods, "private" => :private_instance_methods }
      own = groups.flat_map { |visibility, list| mod.public_send(list, false).map { |name| method_row(name, mod.instance_method(name), visibility) } }
      singleton = mod.singleton_methods(false).map { |name| method_row(name, mod.method(name), "public") }
      { instance: own.compact, singleton: singleton.compact }
    end

    # What every class and module has.
    def common(mod)
      row = { name: name_of(mod), at: guard("place of #{name_of(mod)}") { defined_at(mod) } }
      row[:superclass] = mod.superclass && name_of(mod.superclass) if mod.is_a?(Class)
      row[:modules] = guard("modules of #{row[:name]}") { modules_of(mod) } || []
      row[:methods] = guard("methods of #{row[:name]}") { methods_of(mod) } || { instance: [], singleton: [] }
      row
    end

    def in_application?(mod)
      at = guard("place of #{name_of(mod)}") { defined_at(mod) }
      !at.nil? && at[:origin] == "app"
    end

    def named(classes)
      classes.select { |klass| name_of(klass) }.uniq.sort_by { |klass| name_of(klass) }
    end

    def below(parent)
      named(ObjectSpace.each_object(Class).select { |klass| IS_BELOW.bind(klass).call(parent) })
    end

    def constant(name)
      Object.const_defined?(name) ? Object.const_get(name) : nil
    rescue *RESCUED
      nil # a constant that cannot be loaded is one that the application does not use
    end
  end
end
