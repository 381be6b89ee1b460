# The one place where the business writes down what happened, and from where the rest of the application hears of it.
class EventLog
  class << self
    # Stores the event and hands it to every handler whose pattern matches the name. Handlers are class names, looked up
    # late so that code reloading and engines work.
    def record(name, subject, **payload)
      entry = EventEntry.create!(
        name: name,
        subject: subject,
        actor_id: Current.account&.id,
        request_id: Current.request_id,
        payload: payload
      )
      handlers_for(name).each { |handler| handler.constantize.on_event(entry) }
      entry
    end

    def subscribe(pattern, handler)
      subscriptions << [pattern, handler]
    end

    def handlers_for(name)
      subscriptions.select { |pattern, _| File.fnmatch(pattern, name) }.map(&:last).uniq
    end

    def reset!
      @subscriptions = []
    end

    private

    def subscriptions
      @subscriptions ||= []
    end
  end
end
