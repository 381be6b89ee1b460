module Store
  class Application < Rails::Application
    config.load_defaults 7.1
    config.autoload_paths << Rails.root.join("app/business/pricing")
  end
end
