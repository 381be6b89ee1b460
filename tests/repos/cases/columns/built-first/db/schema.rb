ActiveRecord::Schema[7.1].define(version: 1) do
  create_table "bikes" do |t|
    t.string "colour"
    t.integer "parts_count"
    t.integer "owner_id"
  end
  create_table "parts" do |t|
    t.integer "bike_id"
    t.string "label"
  end
end
