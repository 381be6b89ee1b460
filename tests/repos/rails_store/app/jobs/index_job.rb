class IndexJob < ApplicationJob
  queue_as :search
  retry_on Timeout::Error, attempts: 3

  def perform(book)
    Background::Sweep.perform_async
  end
end
