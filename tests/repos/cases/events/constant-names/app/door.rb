class Door
  include Wisper::Publisher

  def open
    broadcast(Names::OPENED.tr(".", "_"), self)
  end

  def shut
    broadcast(:door_shut)
  end
end
