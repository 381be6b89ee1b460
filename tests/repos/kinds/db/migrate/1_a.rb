class A < ActiveRecord::Migration[7.0]
  def change
    add_column :as, :c, :text
  end
end
