class Novel < Book
  has_many :chapters, -> { order(:number) }
  skip_callback :save, :before, :stamp
end
