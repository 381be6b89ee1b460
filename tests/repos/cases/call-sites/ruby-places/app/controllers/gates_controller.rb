class GatesController < ApplicationController
  def only_here = 1
end
