class Clerk
  def close(gate)
    gate.shut!
  end

  def sweep
    gates = Gate.where(old: true)
    gates.find_each(&:lock!)
  end

  def try_all
    gates = Gate.where(old: true)
    gates.map(&:lock!)
    gates.all?(&:save)
  end

  def paint
    @gate = Gate.find(1)
    @gate.colour_red!
  end

  def look(gate)
    gate.open? && gate.colour_green?
  end
end
