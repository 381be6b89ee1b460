class Till
  def charge
    Stripe::Charge.create(amount: 1)
  rescue Stripe::CardError
    nil
  end

  def text
    client = Twilio::REST::Client.new
    client.messages.create(body: "x")
  end

  def store
    @bucket = Aws::S3::Client.new
    @bucket.put_object(key: "x")
  end

  def weather
    WeatherKit.get("/now")
    WeatherKit.today
  end

  def fetch
    Down.download("https://a.example/b")
  end

  def checked(body)
    Stripe::Webhook.construct_event(body)
    Stripe.api_key
    Aws.config.update(region: "x")
    Sentry.capture_message("x")
  end

  def own
    Plaid.create
  end
end

class WeatherKit
  include HTTParty

  def self.today
    get("/today")
  end
end

class Plaid
  def self.create = 1
end
