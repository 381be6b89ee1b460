class Courier
  def go(parcel)
    bring(parcel)
  end

  private

  def bring(_parcel)
    raise NotImplementedError, "#{self.class.name} brings nothing"
  end
end
