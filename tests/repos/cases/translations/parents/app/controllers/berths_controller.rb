class BerthsController < ApplicationController
  def show
    @anchors = I18n.translate!("anchors")
    @parts = t(".parts")
    sail = 1
  end
end
