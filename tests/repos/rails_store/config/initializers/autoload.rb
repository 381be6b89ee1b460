workers = Rails.root.join("app/workers")
Rails.autoloaders.main.push_dir workers, namespace: Background
