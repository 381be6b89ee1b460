class Happening
  def initialize(name, time, data)
    @name = name
  end

  def method_name
    @name.to_s.tr(".", "_")
  end
end
