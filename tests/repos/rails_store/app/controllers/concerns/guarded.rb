module Guarded
  extend ActiveSupport::Concern

  class Check < Struct.new(:actions)
    def before(controller); end
  end

  class_methods do
    def guard(*args)
      actions = args.dup
      options = actions.extract_options!
      check = Check.new(Array(options[:with]))
      before_action check, only: actions
    end
  end
end
