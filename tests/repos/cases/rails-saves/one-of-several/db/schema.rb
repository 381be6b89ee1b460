ActiveRecord::Schema[7.1].define(version: 1) do
  create_table "notes" do |t|
    t.string "text"
  end
end
