class Press::Base
  def squeeze_all
    1
  end
end

class Crate < Timber::Makers::Base
  def nail_lid
    1
  end
end

class Tub < Press::Base
  def fit_hoop
    1
  end
end
