FactoryBot.define do
  factory :a, class: "A" do
    trait(:b) { c { 1 } }
    association :d
  end
end
