module KitesHelper
  def striped_kite_name(kite)
    kite
  end
end
