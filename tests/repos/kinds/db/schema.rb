ActiveRecord::Schema[7.1].define do
  create_table "as" do |t|
    t.string "b", null: false
  end
end
