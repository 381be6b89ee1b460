namespace :stock do
  desc "Give back holds that no open order needs"
  task reconcile: :environment do
    StockLevel.where("held > 0").find_each do |level|
      needed = OrderLine.open_for(level.variant_id, level.warehouse_id).sum(:quantity)
      next if needed == level.held

      puts "#{level.warehouse.code} #{level.variant.sku}: held #{level.held}, needed #{needed}"
      level.update!(held: needed)
    end
  end
end

namespace :settlement do
  desc "Retry failed captures and renew authorisations that are about to lapse, call off orders that were never paid"
  task sweep: :environment do
    Payment.capture_overdue.find_each { |payment| PaymentCaptureJob.perform_later(payment.order_id) }
    Payment.ageing.find_each { |payment| Payments::Charge.renew(payment) }
    Order.expire_unpaid
  end
end

namespace :baskets do
  desc "Remind people who left something behind"
  task nudge: :environment do
    LapsedBasketJob.perform_later
  end
end
