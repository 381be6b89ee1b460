class Shiny < SimpleDelegator
end
