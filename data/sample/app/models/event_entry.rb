class EventEntry < ApplicationRecord
  belongs_to :subject, polymorphic: true
  belongs_to :actor, class_name: "Account", optional: true

  scope :named, ->(name) { where(name: name) }
  scope :about, ->(subject) { where(subject: subject).order(:created_at) }

  def readonly?
    persisted?
  end
end
