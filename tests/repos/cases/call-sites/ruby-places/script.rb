def announce(text)
  puts text
end

announce "a"
announce Setup.prepare
