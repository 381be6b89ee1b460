class LogFilter
  def self.before(controller)
    Visit.create!
  end
end
