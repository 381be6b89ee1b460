ActiveSupport::Inflector.inflections(:en) do |inflect|
  inflect.acronym "VAT"
end
