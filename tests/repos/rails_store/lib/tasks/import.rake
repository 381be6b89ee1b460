namespace :import do
  desc "Import old books"
  task books: :environment do
    class Book < ActiveRecord::Base
      has_many :pages
    end
    Book.find_each { |book| IndexJob.perform_later(book) }
  end
end
