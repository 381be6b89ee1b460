class ApplicationController < ActionController::Base
  include Noting
end
