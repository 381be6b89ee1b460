class TidesController < ApplicationController
  def index = head(:ok)

  def show = head(:ok)
end
