class ApplicationMailer < ActionMailer::Base
  default from: "Harbour <quay@harbour.example>"

  private

  # All letters share one template; their words are in config/locales/en.yml under letters.<action>.
  def letter_to(account, **facts)
    @name = account.display_name
    @facts = facts
    mail(
      to: email_address_with_name(account.email, @name),
      subject: I18n.t("letters.#{action_name}.subject", **facts),
      template_path: "letters", template_name: "letter"
    )
  end
end
