class GatePolicy
  def update? = true
  def destroy? = true
end
