class Maker
  def initialize(user)
    @user = user
  end

  def make!
    made = build
    made.save!
  end

  def build
    self.class.made.new(wishes)
  end

  def wishes
    {}
  end
end
