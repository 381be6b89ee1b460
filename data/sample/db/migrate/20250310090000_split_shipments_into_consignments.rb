# One order used to be one shipment. Since the inland warehouse opened it may be several.
class SplitShipmentsIntoConsignments < ActiveRecord::Migration[7.1]
  def up
    create_table :consignments do |t|
      t.string :reference, null: false
      t.references :order, null: false, foreign_key: true
      t.references :warehouse, null: false, foreign_key: true
      t.string :carrier, null: false
      t.string :tracking_code
      t.string :state, null: false, default: "prepared"
      t.integer :weight_grams, null: false, default: 0
      t.datetime :handed_over_at
      t.datetime :delivered_at
      t.timestamps
    end
    add_index :consignments, :reference, unique: true
    add_index :consignments, :tracking_code

    execute <<~SQL
      INSERT INTO consignments (reference, order_id, warehouse_id, carrier, tracking_code, state, created_at, updated_at)
      SELECT 'C' || orders.reference, orders.id, 1, 'harbourline', orders.tracking_code, 'handed_over', now(), now()
      FROM orders WHERE orders.tracking_code IS NOT NULL
    SQL

    remove_column :orders, :tracking_code
  end

  def down
    raise ActiveRecord::IrreversibleMigration
  end
end
