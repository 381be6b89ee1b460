module Loyalty
  class Engine < ::Rails::Engine
    isolate_namespace Loyalty
  end
end
