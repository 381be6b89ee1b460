defmodule Press.Behaviour do
  @callback press_flat(integer) :: integer
end

defmodule Press.Hydraulic do
  @behaviour Press.Behaviour
  def press_flat(x), do: x
  def oil_pump(x), do: x
end

defmodule Press.Server do
  use Outside.Machine
  def spin_up(x), do: x
  defp tighten_bolt(x), do: x
end
