class BookTest < ActiveSupport::TestCase
  test "is cheap" do
    assert Book.cheapest
  end
end
