class Setup
  def self.prepare = 1
end
