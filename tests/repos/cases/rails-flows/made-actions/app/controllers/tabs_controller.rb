class TabsController < ApplicationController
  COLOURS = %w[red blue].freeze

  %w[open shut].each do |name|
    define_method(name) do
      Tab.create!(kind: name)
    end
  end

  COLOURS.each do |colour|
    define_method("mark_#{colour}") { Tab.destroy_all }
  end

  { green: 1, grey: 2 }.each do |shade, number|
    define_method shade do
      Tab.create(number: number)
    end
  end

  SIZES = { wide: 1, tall: 2 }.freeze

  SIZES.each_key do |size|
    define_method(:"flip_#{size}") { Tab.create! }
  end

  { left: 1, right: 2 }.keys.each do |side|
    define_method("turn_#{side}") { Tab.destroy_all }
  end
end
