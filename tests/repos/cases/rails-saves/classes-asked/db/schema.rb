ActiveRecord::Schema[7.1].define(version: 1) do
  create_table "boats" do |t|
    t.string "label"
  end
  create_table "carts" do |t|
    t.string "label"
  end
end
