module SoftDeletable
  extend ActiveSupport::Concern

  included do
    default_scope { where(deleted_at: nil) }
    scope :with_deleted, -> { unscope(where: :deleted_at) }
  end

  def destroy
    run_callbacks(:destroy) { update_column(:deleted_at, Time.current) }
    self
  end

  def deleted?
    deleted_at.present?
  end

  def restore
    update_column(:deleted_at, nil)
  end
end
