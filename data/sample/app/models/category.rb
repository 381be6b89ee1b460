class Category < ApplicationRecord
  belongs_to :parent, class_name: "Category", optional: true, inverse_of: :children
  has_many :children, -> { order(:position) }, class_name: "Category", foreign_key: :parent_id, inverse_of: :parent
  has_many :products

  validates :name, :slug, presence: true

  scope :top, -> { where(parent_id: nil).order(:position) }

  # Ids of this category and everything below it, in one query.
  def subtree_ids
    sql = <<~SQL
      WITH RECURSIVE tree AS (
        SELECT id FROM categories WHERE id = :id
        UNION ALL
        SELECT categories.id FROM categories JOIN tree ON categories.parent_id = tree.id
      ) SELECT id FROM tree
    SQL
    self.class.connection.select_values(self.class.sanitize_sql([sql, { id: id }]))
  end

  def trail
    parent ? parent.trail + [self] : [self]
  end
end
