module Admin
  class BooksController < ::BooksController
    def destroy
      Book.search(params[:q])
    end
  end
end
