module Background
  class Sweep
    include Sidekiq::Worker
    sidekiq_options queue: "low"

    def perform; end
  end
end
