class DaysController < ApplicationController
  def show = head(:ok)
end
