module CardsHelper
  def saving_tag
    tag.div data: {
      controller: "auto-save",
      action: "blur->auto-save#submit auto-save#flush"
    }
  end
end
