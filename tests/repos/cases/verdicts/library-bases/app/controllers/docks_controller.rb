class DocksController < ActionController::Base
  include ActionController::Live
  include ActionView::Layouts

  private

  def doorkeeper_forbidden_options
    1
  end

  def rack_attack_limit
    2
  end

  def door_width
    3
  end
end
