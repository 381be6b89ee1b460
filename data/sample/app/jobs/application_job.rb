class ApplicationJob < ActiveJob::Base
  retry_on ActiveRecord::Deadlocked
  discard_on ActiveJob::DeserializationError

  # Lets any job subscribe to events: it is enqueued with the id of what the event is about.
  def self.on_event(entry)
    set(wait: 2.seconds).perform_later(entry.subject_id, entry.name)
  end
end
