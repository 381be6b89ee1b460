# frozen_string_literal: true

# Orienteer from rake: put this file into lib/tasks of the application. It calls the command `orienteer`, or what
# $ORIENTEER names, on the application's folder; it loads nothing of the application, so the tasks need no environment.
require "English"

namespace :orienteer do
  root = defined?(Rails.root) && Rails.root ? Rails.root.to_s : Dir.pwd

  # Runs the command; its exit status is that of rake: 0 it ran, 1 rules are broken, 2 it could not run.
  run = lambda do |*arguments|
    command = ENV.fetch("ORIENTEER", "orienteer")
    ran = system(command, *arguments, chdir: root)
    abort "'#{command}' is not on the path. Install it, or set ORIENTEER to its path." if ran.nil?
    exit $CHILD_STATUS.exitstatus || 2 unless ran
  end

  # An argument may contain commas, at which rake splits it: "GET /a,b".
  whole = ->(task, name) { [task[name], *task.extras].compact.join(",") }

  required = lambda do |task, name, example|
    given = whole.call(task, name)
    given.empty? ? abort("Say which: rake '#{example}'") : given
  end

  name = ENV["ORIENTEER_INDEX"] ? ["--name=#{ENV['ORIENTEER_INDEX']}"] : []

  desc "Read the application into an index; a second run reads only what has changed"
  task :index do
    run.call("index", ".", "--no-vectors", *name)
  end

  desc "Read what has changed: every run of orienteer:index does so"
  task incremental: :index

  desc "Read and embed what has changed, for search by meaning"
  task :embed do
    run.call("index", ".", *name)
  end

  desc "Hold the code to its declared architecture (orienteer.toml, Packwerk)"
  task check: :index do
    run.call("check")
  end

  desc "What happens when a route, job, mail, task or method is entered: rake 'orienteer:flow[POST /orders]'"
  task :flow, [:entry] => :index do |_, given|
    run.call("flow", required.call(given, :entry, "orienteer:flow[POST /orders]"))
  end

  desc "Who uses a unit, and from where it is reached: rake 'orienteer:users[Order#total]'"
  task :users, [:unit] => :index do |_, given|
    run.call("dependents", required.call(given, :unit, "orienteer:users[Order#total]"))
  end

  desc "Ask a question: rake 'orienteer:ask[how is an order refunded]'"
  task :ask, [:question] => :index do |_, given|
    run.call("ask", required.call(given, :question, "orienteer:ask[how is an order refunded]"))
  end

  desc "The code that answers a question, for a model: rake 'orienteer:retrieve[how is an order refunded]'"
  task :retrieve, [:question] => :index do |_, given|
    run.call("context", required.call(given, :question, "orienteer:retrieve[how is an order refunded]"), "-q")
  end

  desc "The change since a branch as a reviewer wants it: rake 'orienteer:review[main]'"
  task :review, [:base] => :index do |_, given|
    run.call("review", "#{required.call(given, :base, 'orienteer:review[main]')}..HEAD")
  end
end
