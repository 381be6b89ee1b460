class ApplicationController < ActionController::Base
  helper Shapes::Painting
end
