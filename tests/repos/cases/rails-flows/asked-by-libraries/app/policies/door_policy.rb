class DoorPolicy
  def create? = true
  def update? = true
end
