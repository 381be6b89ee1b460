module BooksHelper
  def title_of(book) = book.title
end
