Rails.application.config.to_prepare do
  Setup.prepare
end
