require_relative "lib/loyalty/version"

Gem::Specification.new do |spec|
  spec.name = "loyalty"
  spec.version = Loyalty::VERSION
  spec.authors = ["Harbour"]
  spec.summary = "Points and tiers for regular customers"
  spec.files = Dir["{app,config,lib}/**/*"]
  spec.required_ruby_version = ">= 3.2"
  spec.add_dependency "rails", ">= 7.0"
end
