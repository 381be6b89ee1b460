# Keeps records on shelves.
module Shelving
  def self.included(base)
    base.extend ClassMethods
  end

  module ClassMethods
    # Puts the class on shelves.
    def acts_as_shelved(options = {})
      placement = options[:placement] || :placement
      has_one placement, class_name: options[:class_name] || "Placement", as: :shelved
      has_many :neighbours, **options.merge(class_name: name)
      before_save :check_shelf
      validates :"#{placement}_code", presence: true
      include Shelving::Instance
    end
  end

  module Instance
    def self.included(base)
      base.class_eval do
        scope :shelved, -> { where.not(shelf: nil) }
        send :after_destroy, :leave_shelf
      end
    end

    def check_shelf; end

    def leave_shelf; end
  end
end
