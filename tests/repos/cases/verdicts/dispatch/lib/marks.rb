class Marks
  def weigh(kind, config)
    name = "#{kind}Weight".to_sym

    if config.respond_to? name
      config.send name, 1
    end
    Scale.new
  end
end

class Scale
  def drop_plate
    1
  end

  def paperWeight
    1
  end
end

class Notice
  def warn(person)
    logger.info "Trying to send person a note"
  end

  def fold_note
    1
  end
end

class Runner
  def go(kind)
    step = "#{kind}_!"
    step = kind
    send step
  end

  def jump_over
    1
  end
end

class Letter
  def write(kind)
    "Dear #{public_send(kind)}, hello"
  end

  def full_title
    1
  end
end
