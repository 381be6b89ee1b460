class DoorsController < ApplicationController
  def index
    Door.open
    Door.open
    render :index
  end
end
