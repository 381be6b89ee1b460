class Courier
  class Bike < Courier
    private

    def bring(parcel)
      BikeJob.perform_later(parcel)
    end
  end
end
