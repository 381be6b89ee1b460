class Make < ActiveRecord::Migration[7.0]
  def change
    create_table :orders do |t|
      t.string :state
    end
    create_table :lines do |t|
      t.bigint :order_id
    end
  end
end
