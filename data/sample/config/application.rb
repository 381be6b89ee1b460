ENV["BUNDLE_GEMFILE"] ||= File.expand_path("../Gemfile", __dir__)

require "bundler/setup"
require "rails/all"

Bundler.require(*Rails.groups)

module Harbour
  class Application < Rails::Application
    config.load_defaults 7.1

    config.time_zone = "London"
    config.i18n.default_locale = :en
    config.active_job.queue_adapter = :sidekiq

    # Report builders are plain Ruby and shared with rake tasks.
    config.autoload_paths << root.join("lib/reports")

    config.harbour = config_for(:harbour)
  end
end
