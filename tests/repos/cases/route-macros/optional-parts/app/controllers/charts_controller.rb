class ChartsController < ApplicationController
  def show = head(:ok)
end
