module Noting
  def redirect_to(*, **)
    flash.keep
    super
  end
end
