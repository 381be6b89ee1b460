class BooksController < ApplicationController
  guard :reserve, with: :key
  skip_before_action :load_customer, only: :index
  around_action(only: %i[show]) { |_, action| action.call }

  def index
    @books = Book.recent
    render :list
  end

  def show; end

  def reserve
    Stamps::Printer.new.before_create(@book)
  end
end
