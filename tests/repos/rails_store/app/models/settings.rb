class Settings
  LEVELS = { "low" => /a/, "high" => /b/ }.freeze
  Pair = Struct.new(:left, :right) do
    def swap
      Pair.new(right, left)
    end
  end
end
