class Keys
  def make
    Doorkeeper::Application.create!(name: "x")
  end

  def found
    Doorkeeper::AccessToken.find_or_create_by!(token: "x")
  end

  def own
    OwnToken.create!(token: "x")
  end

  def file
    Tempfile.create("x")
    Class.create
    Struct.update("x")
  end
end
