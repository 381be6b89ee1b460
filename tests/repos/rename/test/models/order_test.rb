require 'test_helper'
class OrderTest < ActiveSupport::TestCase
  test 'closes' do
    Order.new.close_out
  end
end
