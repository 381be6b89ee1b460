class Clerk
  def work
    Press.new.run
  end
end
