module Guarding
  def stop_here
    raise Forbidden, "stop"
  end

  def need_owner!
    leave_by(root_path)
  end

  def leave_by(path)
    redirect_to path
  end
end
