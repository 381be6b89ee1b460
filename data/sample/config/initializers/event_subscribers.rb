# Who reacts to what. Handlers are named by strings: they are looked up when the event happens, not when the
# application boots. See docs/adr/0003-events-instead-of-callbacks.md.
Rails.application.config.to_prepare do
  EventLog.reset!

  EventLog.subscribe "order.*",                "Notifications::Deliver"
  EventLog.subscribe "order.settled",          "Loyalty::AwardPointsJob"
  EventLog.subscribe "order.cancelled",        "Inventory::GiveBack"
  EventLog.subscribe "refund.settled",         "Notifications::Deliver"
  EventLog.subscribe "refund.settled",         "Loyalty::AwardPointsJob"
  EventLog.subscribe "consignment.handed_over", "PaymentCaptureJob"
  EventLog.subscribe "consignment.delivered",  "Notifications::Deliver"
  EventLog.subscribe "basket.lapsed",          "Notifications::Deliver"
end
