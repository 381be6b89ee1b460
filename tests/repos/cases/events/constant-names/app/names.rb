module Names
  OPENED = "door.opened"
end
