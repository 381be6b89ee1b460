class ProductsController < ApplicationController
  skip_before_action :require_sign_in

  PER_PAGE = 24

  def index
    @category = Category.find_by!(slug: params[:category]) if params[:category]
    @products = filtered.includes(:variants).order(:name).limit(PER_PAGE).offset(page * PER_PAGE)
  end

  def show
    @product = Product.on_show.find_by!(slug: params[:slug])
    fresh_when(@product, public: true)
  end

  private

  def filtered
    products = Product.on_show
    products = products.within(@category) if @category
    products = products.matching(params[:q]) if params[:q].present?
    products
  end

  def page
    [params[:page].to_i - 1, 0].max
  end
end
