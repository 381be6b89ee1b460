class WheelObserver < ActiveRecord::Observer
  def after_update(wheel)
    SweepJob.perform_later
  end
end
