# Writes an event whenever one of the named columns changes.
module Auditable
  extend ActiveSupport::Concern

  included do
    class_attribute :audited_columns, default: []
    after_update_commit :write_audit_event, if: :audited_change?
  end

  class_methods do
    def audits(*columns)
      self.audited_columns += columns.map(&:to_s)
    end
  end

  private

  def audited_change?
    saved_changes.keys.intersect?(audited_columns)
  end

  def write_audit_event
    changes = saved_changes.slice(*audited_columns).transform_values { |(before, after)| { before: before, after: after } }
    EventLog.record("#{model_name.singular}.amended", self, changes: changes)
  end
end
