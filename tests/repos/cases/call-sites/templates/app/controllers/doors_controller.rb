class DoorsController < ApplicationController
  def index
  end
end
