module BooksHelper
  def title_of(book) = book.title

  def heading(book)
    byline(book.author)
  end
end
