class HousePagesController < ApplicationController
end
