namespace :a do
  desc 'B'
  task b: :environment do
    A.all
  end
end
