# frozen_string_literal: true

# Indexes a checkout in the background: put this file into app/jobs. As an Active Job it runs on Solid Queue, Sidekiq,
# GoodJob, Resque and Delayed Job alike. It calls the command `orienteer`, or what $ORIENTEER names.
require "open3"

class IndexCodeJob < ApplicationJob
  class Failed < StandardError; end

  queue_as :default
  retry_on Failed, wait: 60, attempts: 3 # for instance while another run writes the same index

  def perform(path = Dir.pwd, name = nil)
    command = [ENV.fetch("ORIENTEER", "orienteer"), "index", path, *("--name=#{name}" if name)]
    said, status = Open3.capture2e(*command)
    raise Failed, "#{command.join(' ')}: #{said.lines.last(3).join.strip}" unless status.success?
  end
end
