class Desk
  def first(key)
    @note = (Note.find_by(key: key) || Note.new)
    @note.save!
  end

  def second(key)
    note = key ? Note.find(key) : Note.new
    note.save
  end

  def third(key)
    (Note.find_by(key: key) || Note.new(key: key)).save!
  end

  def fourth(key)
    note = if key
      Note.find(key)
    else
      Note.new
    end
    note.save!
  end

  def fifth(key)
    note = Note.find_by(key: key) || Note.find(1)
    note.save!
  end
end
