class Setup
  def run
    till = Till.new
    till.subscribe(Log.new)
  end
end
