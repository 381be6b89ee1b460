defmodule Shop do
  def on, do: apply(Oven, :roast, [1])
end
