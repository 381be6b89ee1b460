module PersonPatch
  def self.prepended(base)
    base.class_eval do
      has_many :letters
    end
  end

  def name
    super.strip
  end

  Person.prepend self
end
