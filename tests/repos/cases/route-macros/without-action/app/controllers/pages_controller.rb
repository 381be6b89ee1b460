class PagesController < ApplicationController
  def here = head(:ok)
end
