module DockHelper
  def wording(key, count = 1)
    t(key, count: count)
  end

  def label(storms)
    t storms
  end
end
