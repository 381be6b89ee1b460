class GatesController < ApplicationController
  before_action -> { KnockJob.perform_later }, only: :index
  before_action(only: :index) { |controller| controller.note_visit }
  before_action :closed, only: :index
  before_action LogFilter, only: :edit

  def index
    head :ok
  end

  def show
  end

  def edit
    head :ok
  end

  def note_visit
    Visit.create!
  end

  private

  def closed
    show_closed if params[:late]
  end

  def show_closed
    render "gates/closed"
  end
end
