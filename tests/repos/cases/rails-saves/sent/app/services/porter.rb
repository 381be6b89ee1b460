class Porter
  def each_saved = Parcel.where(old: true).each(&:save)

  def each_gone = Parcel.where(old: true).map(&:destroy!)

  def tried(id)
    parcel = Parcel.find_by(id: id)
    parcel.try(:update!, old: true)
  end

  def perhaps(id)
    parcel = Parcel.find_by(id: id)
    parcel&.save
  end

  def sent(id)
    parcel = Parcel.find(id)
    parcel.public_send(:save)
  end

  def sent_to(id)
    parcel = Parcel.find(id)
    parcel.send("destroy")
  end

  def computed(id, name)
    parcel = Parcel.find(id)
    parcel.public_send(name)
  end
end
