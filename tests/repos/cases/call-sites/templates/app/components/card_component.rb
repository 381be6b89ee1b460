class CardComponent < ViewComponent::Base
  def photo_url = "x"

  def bold? = true
end
