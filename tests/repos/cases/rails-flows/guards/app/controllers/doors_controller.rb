class DoorsController < ApplicationController
  include Guarding

  def create
    return deny_access unless valid_secret?
    stop_here if params[:stop]
    too_late! if Time.now > limit
    name_it
    Door.create!(name: @name)
    head :created
  end

  def show
    need_owner! unless params[:owner]
    @door = Door.find(params[:id])
  end

  private

  def deny_access
    render json: { error: "no" }, status: :unauthorized
  end

  def valid_secret?
    params[:secret] == "x"
  end

  def too_late!
    head :gone
  end

  def name_it
    @name = "x"
  end

  def limit = Time.now
end
