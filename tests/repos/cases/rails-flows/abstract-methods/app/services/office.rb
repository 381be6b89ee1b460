class Office
  def send_out(parcel)
    Courier.new.go(parcel)
  end

  def sail(parcel)
    Courier::Ship.new.go(parcel)
  end
end
