"""A Rails application of a few files, and what the tests of the probe need of this machine."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

INSTALL = "apt-get install -y --no-install-recommends ruby-rails ruby-sqlite3"

FILES = {
    "bin/rails": """#!/usr/bin/env ruby
APP_PATH = File.expand_path("../config/application", __dir__)
require "rails/commands"
""",
    "config/application.rb": """require "rails"
require "active_record/railtie"
require "action_controller/railtie"
require "active_job/railtie"
require "action_mailer/railtie"

module Depot
  class Application < Rails::Application
    config.load_defaults 6.1
    config.eager_load = Rails.env.production?
    config.secret_key_base = "only for tests"
    config.logger = Logger.new(nil)
  end
end
""",
    "config/environment.rb": 'require_relative "application"\nRails.application.initialize!\n',
    "config/database.yml": "default: &default\n  adapter: sqlite3\n  database: db/depot.sqlite3\n"
    "development:\n  <<: *default\nproduction:\n  <<: *default\n",
    "config/routes.rb": """Rails.application.routes.draw do
  resources :crates, only: %i[index show]
  %w[open close].each { |verb| post "crates/:id/#{verb}", to: "crates##{verb}" }
end
""",
    "app/models/application_record.rb": "class ApplicationRecord < ActiveRecord::Base\n  self.abstract_class = true\nend\n",
    "app/models/concerns/stamped.rb": """module Stamped
  extend ActiveSupport::Concern

  included do
    before_save :stamp
    scope :stamped, -> { where.not(stamp: nil) }
  end

  def stamp; end
end
""",
    "app/models/crate.rb": """class Crate < ApplicationRecord
  include Stamped

  belongs_to :shelf
  send(ENV.fetch("KIND", "has_many"), :labels)
  enum state: { shut: 0, open: 1 }
  validates :number, presence: true
end
""",
    "app/models/shelf.rb": "class Shelf < ApplicationRecord\n  has_many :crates, dependent: :destroy\nend\n",
    "app/models/label.rb": "class Label < ApplicationRecord\n  belongs_to :crate\nend\n",
    "app/jobs/close_job.rb": """class CloseJob < ActiveJob::Base
  queue_as :slow
  retry_on KeyError
  before_perform :look
end
""",
    "app/mailers/crate_mailer.rb": """class CrateMailer < ActionMailer::Base
  attr_reader :crate
  after_action :note

  def closed; end

  private

  def note; end
end
""",
    "app/controllers/application_controller.rb": """class ApplicationController < ActionController::Base
  before_action :who, except: :index

  private

  def who; end
end
""",
    "app/controllers/crates_controller.rb": """class CratesController < ApplicationController
  before_action(only: :show) { @crate = nil }

  def index; end
  def show; end
  def open; end
  def close; end
end
""",
}
_SCHEMA = (
    "CREATE TABLE shelves (id integer PRIMARY KEY, name varchar NOT NULL);"
    "CREATE TABLE crates (id integer PRIMARY KEY, shelf_id integer, number varchar, state integer, stamp varchar);"
    "CREATE TABLE labels (id integer PRIMARY KEY, crate_id integer);"
)


def make_depot(folder: Path, database: bool = True) -> Path:
    """Write the application into a folder, with or without its database, and return the folder."""
    import sqlite3

    for path, text in FILES.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (folder / "bin/rails").chmod(0o755)
    (folder / "db").mkdir()
    if database:
        with sqlite3.connect(folder / "db/depot.sqlite3") as connection:
            connection.executescript(_SCHEMA)
    return folder


@cache
def has_rails() -> bool:
    """Tell whether this machine can boot the application."""
    if shutil.which("ruby") is None:
        return False
    wanted = 'require "rails"; require "active_record"; require "sqlite3"'
    return subprocess.run(["ruby", "-e", wanted], capture_output=True, check=False).returncode == 0


def need_rails() -> None:
    """Skip the test when Rails is not installed."""
    if not has_rails():
        reason = f"Ruby on Rails with SQLite is not installed. Run: {INSTALL}"
        pytest.skip(reason)
