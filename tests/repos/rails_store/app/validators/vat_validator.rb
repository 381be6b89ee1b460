class VATValidator < ActiveModel::Validator
  def validate(record); end
end
