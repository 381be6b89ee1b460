class ApplicationPolicy
  attr_reader :account, :record

  def initialize(account, record)
    @account = account
    @record = record
  end

  def index? = staff?
  def show? = staff?
  def create? = staff?
  def update? = staff?

  class Scope
    attr_reader :account, :scope

    def initialize(account, scope)
      @account = account
      @scope = scope
    end

    def resolve
      raise NotImplementedError, "#{self.class} must define #resolve"
    end
  end

  private

  def staff?
    account.present? && account.staff?
  end
end
