class GatesController < CheckedController
  def destroy
    head :ok
  end
end
