ActiveRecord::Schema[7.1].define(version: 2024_01_01_000000) do
  create_table "books", force: :cascade do |t|
    t.string "title", null: false
    t.string "type"
    t.integer "author_id"
    t.index ["title"], name: "index_books_on_title"
  end

  create_table "people", force: :cascade do |t|
    t.string "name"
  end
end
