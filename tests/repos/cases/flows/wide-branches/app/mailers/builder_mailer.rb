class BuilderMailer < ActionMailer::Base
  def finished
    mail
  end
end
