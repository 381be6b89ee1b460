class Door::SessionsController < Doors::SessionsController
  def create
    Visit.create!
    super
  end

  def validate = head(:ok)

  private

  def helper = 1
end
