module Tools
  class Migrator < ActiveRecord::Migrator
    def load_migrated
      1
    end
  end

  class Logger < ::Logger
    def format_line
      2
    end
  end
end

class Gauge
  def read_all
    3
  end
end

module Other
  class Gauge < ::Gauge
    def spare_reading
      4
    end
  end
end

Tools::Migrator.new
Tools::Logger.new
Other::Gauge.new.read_all
