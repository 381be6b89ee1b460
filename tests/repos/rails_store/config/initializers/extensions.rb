Rails.application.config.to_prepare do
  Book.class_eval do
    has_many :awards
    def prized?
      awards.any?
    end
  end
  Customer.include Loyal
end

ActiveRecord::Base.include Shelving
