class Courier
  class Ship < Courier
    private

    def bring(parcel)
      ShipJob.perform_later(parcel)
    end
  end
end
