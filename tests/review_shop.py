"""A small Rails application in git and a branch that changes it in many ways, for the tests of reviews."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROUTES = """Rails.application.routes.draw do
  resources :orders, only: [:index, :show, :create, :destroy]
  {more}
end
"""
SCHEMA = """ActiveRecord::Schema[7.1].define(version: {version}) do
  create_table "orders", force: :cascade do |t|
    {columns}
  end
end
"""
CONTROLLER = """class OrdersController < ApplicationController
  before_action :require_login

  def index
    @orders = Order.all
  end

  def show
    @order = Order.find(params[:id])
    @note = @order.note
  end

  def create
    order = Order.create!(params[:order])
    order.settle(params[:amount])
    ReceiptJob.perform_later(order.id)
  end
{more}
  private

  def require_login
    redirect_to "/" unless session[:user]
  end
end
"""
MODEL = """class Order < ApplicationRecord
  {declared}

  # {comment}
  def total
    lines.sum(&:price)
  end
{methods}
end
"""
DECLARED = "validates :state, presence: true, on: :create"
BEFORE = {
    "Gemfile": 'gem "rails"\n',
    "config/routes.rb": ROUTES.format(more=""),
    "db/schema.rb": SCHEMA.format(version=1, columns='t.string "note"\n    t.string "state"'),
    "db/migrate/1_create_orders.rb": "class CreateOrders < ActiveRecord::Migration[7.1]\n  def change\n  end\nend\n",
    "app/controllers/application_controller.rb": "class ApplicationController < ActionController::Base\nend\n",
    "app/controllers/orders_controller.rb": CONTROLLER.format(more="""
  def destroy
    Order.find(params[:id]).cancel
  end
"""),
    "app/models/application_record.rb": "class ApplicationRecord < ActiveRecord::Base\nend\n",
    "app/models/order.rb": MODEL.format(declared=DECLARED, comment="What it costs.", methods="""
  def settle(amount)
    update!(state: amount)
  end

  def cancel
    destroy!
  end
"""),
    "app/services/invoicing.rb": "class Invoicing\n  def run(order)\n    order.settle(1)\n    Order.new.cancel\n  end\nend\n",
    "app/jobs/receipt_job.rb": "class ReceiptJob < ApplicationJob\n  def perform(id)\n    Order.find(id).total\n  end\nend\n",
    "app/lib/money.rb": "class Money\n  def cents\n    one = 1\n    two = 2\n    one + two\n  end\nend\n",
    "test/models/order_test.rb": "class OrderTest < ActiveSupport::TestCase\n  def test_it\n    Order.new.total\n  end\nend\n",
    "app/models/basket.rb": f"class Basket < ApplicationRecord\n  {DECLARED}\nend\n",
    "CODEOWNERS": "* @shop/all\n/app/models/ @bob @eve  # the core\n/app/models/order.rb @ada\n",
    "logo.png": "\x00\x01\x02",
}  # fmt: skip
AFTER = {
    **BEFORE,
    "config/routes.rb": ROUTES.format(more="get '/orders/:id/export', to: 'orders#export'"),
    "db/schema.rb": SCHEMA.format(version=2, columns='t.string "state"\n    t.string "colour"'),
    "db/migrate/2_drop_note.rb": "class DropNote < ActiveRecord::Migration[7.1]\n  def change\n  end\nend\n",
    "app/controllers/orders_controller.rb": CONTROLLER.replace(
        "before_action :require_login", "before_action :require_login, except: [:export]"
    ).format(more="""
  def export
    Order.all.map(&:total)
  end
"""),
    "app/models/order.rb": MODEL.format(declared="", comment="What all lines cost.", methods="""
  def settle(amount, currency)
    update!(state: amount)
  end
"""),
    "app/jobs/receipt_job.rb": BEFORE["app/jobs/receipt_job.rb"].replace("(id)\n", "(id, locale)\n", 1),
    "app/values/money.rb": BEFORE["app/lib/money.rb"],
    "logo.png": "\x00\x01\x03",
}  # fmt: skip
del AFTER["app/lib/money.rb"]


def git(root: Path, *arguments: str, who: str = "ada") -> str:
    """Return what git prints."""
    named = {f"GIT_{one}_{what}": who for one in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    done = subprocess.run(
        ["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True, env={**os.environ, **named}
    )
    return done.stdout


def write(root: Path, files: dict[str, str]) -> None:
    """Make the tree of a checkout have these files and no others."""
    for path in [path for path in root.rglob("*") if path.is_file() and ".git" not in path.relative_to(root).parts]:
        path.unlink()
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def make(root: Path) -> None:
    """Make the repository: `main` with a past in which order.rb and invoicing.rb change together, and a branch `change`."""
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    for number in range(5):
        mark = f"# {number}\n"
        write(root, {
            **BEFORE, "app/models/order.rb": BEFORE["app/models/order.rb"] + mark,
            "app/services/invoicing.rb": BEFORE["app/services/invoicing.rb"] + mark,
        })  # fmt: skip
        git(root, "add", "-A")
        git(root, "commit", "-qm", f"fix {number}", who=("bob", "eve")[number % 2])
    write(root, BEFORE)
    git(root, "add", "-A")
    git(root, "commit", "-qm", "before", who="bob")
    git(root, "checkout", "-q", "-b", "change")
    write(root, AFTER)
    git(root, "add", "-A")
    git(root, "commit", "-qm", "after", who="ada")
