class DustObserver < ActiveRecord::Observer
  observe :sack, Entry

  def after_create(sack)
    sweep if sack
  end

  def before_destroy(sack)
    sweep
  end

  private

  def sweep = SweepJob.perform_later
end
