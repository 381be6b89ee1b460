class KitesController < ApplicationController
  def fly_away
    head :ok
  end
end
