class DoorsController < ApplicationController
  KINDS = { a: "Door", b: "Gate" }.freeze

  def create
    authorize("Door".constantize)
    head :ok
  end

  def update
    name = params[:gate] ? "Gate" : "Door"
    authorize(name.constantize)
    head :ok
  end
end
