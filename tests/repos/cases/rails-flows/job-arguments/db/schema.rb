ActiveRecord::Schema[7.1].define(version: 1) do
  create_table "orders" do |t|
    t.string "state"
  end
end
