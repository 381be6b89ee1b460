class PostcodeValidator < ActiveModel::EachValidator
  SHAPE = /\A[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\z/i

  def validate_each(record, attribute, value)
    return if record.try(:country_code).present? && record.country_code != "GB"

    record.errors.add(attribute, :postcode) unless SHAPE.match?(value.to_s.strip)
  end
end
