"""A Rails application of what came after Rails 6, and what its tests need of this machine.

`ORIENTEER_TEST_RAILS_RUNNER` names a command that runs a script in an application with Rails 7.2 or newer, for instance in
another Ruby or in a container that sees the same folders; without it the Rails of this machine is taken when it is as new.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

RUNNER = os.environ.get("ORIENTEER_TEST_RAILS_RUNNER", "")

FILES = {
    "bin/rails": '#!/usr/bin/env ruby\nAPP_PATH = File.expand_path("../config/application", __dir__)\n'
    'require "bundler/setup" if ENV["BUNDLE_GEMFILE"]\nrequire "rails/commands"\n',
    "config/application.rb": """require "rails/all"
begin
  require "graphql"
rescue LoadError
  nil
end
require_relative "../engines/billing/lib/billing/engine"

module Modern
  class Application < Rails::Application
    config.load_defaults 7.1
    config.secret_key_base = "only for tests"
    config.logger = Logger.new(nil)
    config.active_record.encryption.primary_key = "a" * 32
    config.active_record.encryption.deterministic_key = "b" * 32
    config.active_record.encryption.key_derivation_salt = "c" * 32
    config.active_storage.service = :local
    config.eager_load = Rails.env.production?
    Rails.autoloaders.main.ignore("#{__dir__}/../app/graphql") unless defined?(GraphQL)
  end
end
""",
    "config/environment.rb": 'require_relative "application"\nRails.application.initialize!\n',
    "config/storage.yml": "local:\n  service: Disk\n  root: tmp/storage\n",
    "config/database.yml": "development: &all\n  adapter: sqlite3\n  database: db/modern.sqlite3\nproduction:\n  <<: *all\n",
    "config/routes.rb": """Rails.application.routes.draw do
  mount Billing::Engine => "/billing"
  root "entries#index"
  resources :entries do
    member { post :archive }
    resources :comments, only: %i[create destroy], shallow: true
  end
  namespace(:api) { resource :profile, only: :show }
  get "up" => "rails/health#show", as: :rails_health_check
  get "old", to: redirect("/entries")
  constraints(subdomain: "api") { draw :extra }
end
""",
    "config/routes/extra.rb": 'get "status", to: "entries#status"\n',
    "app/models/application_record.rb": "class ApplicationRecord < ActiveRecord::Base\n  primary_abstract_class\nend\n",
    "app/models/concerns/trackable.rb": """module Trackable
  extend ActiveSupport::Concern

  included do
    has_many :events, as: :trackable, dependent: :delete_all
    after_commit :track, on: %i[create update]
    scope :tracked, -> { where.associated(:events) }
  end

  def track; end
end
""",
    "app/models/account.rb": """class Account < ApplicationRecord
  LIMIT = 80
  has_many :entries, dependent: :destroy
  has_one_attached :avatar
  has_rich_text :biography
  normalizes :email, with: ->(email) { email.strip.downcase }
  encrypts :email, deterministic: true
  enum :role, %i[member admin], default: :member
  enum :plan, { free: 0, paid: 1 }, suffix: true, scopes: false
  validates :email, presence: true, uniqueness: { case_sensitive: false, scope: :role }, length: { in: 3..LIMIT }
  validates :name, format: { with: /\\A[a-z]+\\z/ }, allow_blank: true, if: -> { role == "admin" }
  validates :name, length: { maximum: LIMIT }
  before_validation :tidy, on: :create
  after_save_commit { nil }

  private

  def tidy; end
end
""",
    "app/models/entry.rb": """class Entry < ApplicationRecord
  include Trackable

  delegated_type :entryable, types: %w[Message], dependent: :destroy
  belongs_to :account, touch: true, counter_cache: true
  belongs_to :parent, class_name: "Entry", optional: true
  has_many :children, class_name: "Entry", foreign_key: :parent_id, inverse_of: :parent, strict_loading: true
  has_many :comments, -> { order(:id) }, dependent: :destroy
  has_many :commenters, through: :comments, source: :account
  validate { errors.add(:base, "no") if score.negative? }
  validate :decent, unless: %i[admin? quiet?]
  after_create_commit :shout
  around_update :measure

  private

  def decent; end
  def shout; end
  def admin? = false
  def quiet? = false
  def measure = yield
end
""",
    "app/models/message.rb": "class Message < ApplicationRecord\n  has_one :entry, as: :entryable, touch: true\nend\n",
    "app/models/comment.rb": "class Comment < ApplicationRecord\n  belongs_to :entry\n  belongs_to :account\n"
    "  validates :body, presence: { on: :publish }, length: { maximum: 200 }\nend\n",
    "app/models/event.rb": "class Event < ApplicationRecord\n  belongs_to :trackable, polymorphic: true\nend\n",
    "app/models/seat.rb": "class Seat < ApplicationRecord\n  self.primary_key = %i[room number]\nend\n",
    "app/controllers/application_controller.rb": """class ApplicationController < ActionController::Base
  allow_browser versions: :modern
  before_action :authenticate, except: %i[status]
  around_action :with_current

  private

  def authenticate; end
  def with_current = yield
end
""",
    "app/controllers/entries_controller.rb": """class EntriesController < ApplicationController
  skip_before_action :authenticate, only: :index
  before_action :load, only: %i[show edit update destroy archive]
  before_action(only: :create) { @made = true }
  prepend_before_action :first
  rate_limit to: 10, within: 3.minutes, only: :create
  after_action :log, unless: :quiet?

  %i[index show new edit create update destroy archive status].each { |name| define_method(name) { head :ok } }

  private

  def load; end
  def first; end
  def log; end
  def quiet? = true
end
""",
    "app/controllers/comments_controller.rb": """class CommentsController < ApplicationController
  def create; end
  def destroy; end
end
""",
    "app/controllers/api/profiles_controller.rb": "module Api\n  class ProfilesController < ActionController::API\n"
    "    before_action :token\n    def show; end\n\n    private\n\n    def token; end\n  end\nend\n",
    "app/jobs/application_job.rb": """class ApplicationJob < ActiveJob::Base
  retry_on ActiveRecord::Deadlocked, attempts: 5
end
""",
    "app/jobs/digest_job.rb": """class DigestJob < ApplicationJob
  queue_as :low
  before_enqueue :check
  around_perform { |_, block| block.call }

  def perform(account) = nil

  private

  def check; end
end
""",
    "app/mailers/account_mailer.rb": """class AccountMailer < ActionMailer::Base
  before_action { @account = params[:account] }
  after_deliver :note

  attr_reader :account

  def welcome = mail(to: "x@example.test")

  private

  def note; end
end
""",
    "engines/billing/lib/billing/engine.rb": """module Billing
  class Engine < ::Rails::Engine
    isolate_namespace Billing
  end
end
""",
    "engines/billing/app/models/billing/invoice.rb": """module Billing
  class Invoice < ActiveRecord::Base
    belongs_to :account, class_name: "::Account"
    enum :state, { draft: "draft", sent: "sent" }, prefix: :is
    validates :number, numericality: { only_integer: true, greater_than: 0 }
  end
end
""",
    "engines/billing/app/controllers/billing/invoices_controller.rb": """module Billing
  class InvoicesController < ActionController::Base
    def index; end
  end
end
""",
    "engines/billing/config/routes.rb": "Billing::Engine.routes.draw do\n  resources :invoices, only: :index\nend\n",
    "app/graphql/types/account_type.rb": """module Types
  class AccountType < GraphQL::Schema::Object
    field :display_name, String
    field :entries, [Types::EntryType], null: false do
      argument :first, Integer, required: false
    end
  end
end
""",
    "app/graphql/types/entry_type.rb": """module Types
  class EntryType < GraphQL::Schema::Object
    field :account, "Types::AccountType", null: false
  end
end
""",
    "app/graphql/mutations/archive.rb": """module Mutations
  class Archive < GraphQL::Schema::Mutation
    argument :entry_id, ID
    field :entry, Types::EntryType
  end
end
""",
    "db/schema.rb": """ActiveRecord::Schema[7.1].define(version: 2024_01_01_000000) do
  create_table "accounts", force: :cascade do |t|
    t.string "email", default: "", null: false
    t.string "name", limit: 40
    t.integer "role", default: 0, null: false
    t.integer "plan", default: 0
    t.boolean "active", default: true, null: false
    t.decimal "balance", precision: 10, scale: 2, default: "0.0"
    t.datetime "seen_at", default: -> { "CURRENT_TIMESTAMP" }
    t.timestamps
    t.index ["email"], unique: true
  end
  create_table "entries", force: :cascade do |t|
    t.references "account", null: false, foreign_key: true
    t.bigint "parent_id"
    t.string "entryable_type", null: false
    t.bigint "entryable_id", null: false
    t.integer "score", default: 0
  end
  create_table("messages") { |t| t.string "subject" }
  create_table("comments") do |t|
    t.bigint "entry_id"
    t.bigint "account_id"
    t.text "body"
  end
  create_table("events") { |t| t.references :trackable, polymorphic: true }
  create_table "seats", primary_key: ["room", "number"] do |t|
    t.string "room"
    t.integer "number"
  end
  create_table "billing_invoices" do |t|
    t.bigint "account_id"
    t.string "state"
    t.integer "number"
  end
end
""",
}


def make_modern(folder: Path) -> Path:
    """Write the application with its database into a folder and return the folder."""
    for path, text in FILES.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (folder / "bin/rails").chmod(0o755)
    command = shlex.split(RUNNER or "bin/rails runner")
    subprocess.run([*command, 'load "db/schema.rb"'], cwd=folder, check=True, capture_output=True)
    return folder


@cache
def has_modern_rails() -> bool:
    """Tell whether the application can be booted."""
    if RUNNER:
        return True
    if shutil.which("ruby") is None:
        return False
    wanted = 'require "rails/all"; require "sqlite3"; exit Gem::Version.new(Rails.version) >= Gem::Version.new("7.2")'
    return subprocess.run(["ruby", "-e", wanted], capture_output=True, check=False).returncode == 0


def need_modern_rails() -> None:
    """Skip the test where no Rails is new enough."""
    if not has_modern_rails():
        pytest.skip(
            "no Rails 7.2 or newer with SQLite is installed; ORIENTEER_TEST_RAILS_RUNNER may name a command that runs one"
        )
