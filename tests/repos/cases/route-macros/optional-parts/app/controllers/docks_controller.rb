class DocksController < ApplicationController
  def index = head(:ok)
end
