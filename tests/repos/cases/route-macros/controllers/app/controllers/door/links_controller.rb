class Door::LinksController < Links::BaseController
  def show = head(:ok)
end
