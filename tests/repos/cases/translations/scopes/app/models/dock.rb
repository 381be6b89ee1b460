class Dock < ApplicationRecord
  def texts(side)
    I18n.t("long", :scope => "oars") + [I18n.t(side, scope: :other)] + [I18n.t(:inner, scope: [:nets, :fine, side])]
  end
end
