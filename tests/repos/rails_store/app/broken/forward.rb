class Forward
  def each(*args, **options, &)
    list.each *args, **options, &
  end
end
