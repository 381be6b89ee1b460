FactoryBot.define do
  factory :account do
    sequence(:email) { |n| "sailor#{n}@harbour.test" }
    password { "anchorsaweigh" }
  end

  factory :address do
    account
    recipient { "A. Sailor" }
    line1 { "1 Fish Quay" }
    town { "Whitby" }
    postcode { "YO21 1DN" }
  end

  factory :product do
    association :category
    sequence(:name) { |n| "Shackle #{n}" }
    published_at { 1.day.ago }
  end

  factory :category do
    sequence(:name) { |n| "Category #{n}" }
    slug { name.parameterize }
  end

  factory :variant do
    product
    sequence(:sku) { |n| "SH-#{n}" }
    price_cents { 12_50 }
    weight_grams { 300 }
  end

  factory :warehouse do
    sequence(:code) { |n| "Q#{n}" }
    name { "North quay" }
    postcode { "YO21 1DN" }
  end

  factory :stock_level do
    warehouse
    variant
    on_hand { 10 }
  end

  factory :order do
    account
    delivery_address { association :address, account: account }

    trait :with_line do
      after(:build) { |order| order.lines.build(variant: create(:variant), description: "Shackle", quantity: 2, unit_cents: 12_50) }
    end
  end
end
