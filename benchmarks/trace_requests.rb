# Sends requests to a booted Redmine and writes what ran, as JSON, to ENV["TRACE_OUT"]: calls of the application's own methods,
# templates, statements with their transactions, mails and jobs. Run with `rails runner` and a database that may be written: what
# runs after a commit only runs when there is one, so nothing is rolled back, and each run makes a project of its own.
require "json"
require "action_dispatch/testing/integration"

ROOT = Rails.root.to_s + "/"
ActionController::Base.allow_forgery_protection = false
ActionMailer::Base.delivery_method = :test
ActiveJob::Base.queue_adapter = :inline
Rails.application.config.hosts.clear if Rails.application.config.respond_to?(:hosts)
Setting.rest_api_enabled = "1"

def seed
  admin = User.find_by(login: "admin")
  admin.update_columns(must_change_passwd: false, language: "en")
  admin.email_address || EmailAddress.create!(user: admin, address: "admin@example.net", is_default: true)
  name = "flow-#{SecureRandom.hex(3)}"
  project = Project.new(name: name, identifier: name, is_public: true)
  project.enabled_module_names = %w[issue_tracking time_tracking news documents files wiki repository boards calendar gantt]
  project.trackers = Tracker.all.to_a
  project.save!
  other = User.new(firstname: "An", lastname: "Other", mail: "#{name}@example.net", mail_notification: "all", language: "en")
  other.login = name
  other.password = other.password_confirmation = SecureRandom.hex(8)
  other.save!
  Member.create!(principal: other, project: project, roles: [Role.givable.first])
  Member.create!(principal: admin, project: project, roles: [Role.givable.first])
  issue = Issue.create!(project: project, tracker: Tracker.first, author: admin, subject: "First", priority: IssuePriority.first, status: IssueStatus.first)
  board = Board.create!(project: project, name: "Board", description: "About")
  topic = Message.create!(board: board, author: admin, subject: "Topic", content: "Text")
  news = News.create!(project: project, author: admin, title: "News", description: "Text")
  version = Version.create!(project: project, name: "1.0")
  category = IssueCategory.create!(project: project, name: "Parts")
  document = Document.create!(project: project, title: "Paper", category: DocumentCategory.first)
  group = Group.create!(lastname: name)
  wiki = project.wiki || Wiki.create!(project: project, start_page: "Wiki")
  page = WikiPage.new(wiki: wiki, title: "Wiki")
  page.content = WikiContent.new(page: page, author: admin, text: "Text")
  page.save!
  query = IssueQuery.create!(name: "Mine", user: admin, visibility: 0, project: project)
  time = TimeEntry.create!(project: project, user: admin, author: admin, hours: 1, activity: TimeEntryActivity.first, spent_on: Date.today, issue: issue)
  {project: name, issue: issue.id, board: board.id, topic: topic.id, news: news.id, version: version.id, category: category.id, document: document.id,
   group: group.id, query: query.id, time: time.id, tracker: Tracker.first.id, priority: IssuePriority.first.id, activity: TimeEntryActivity.first.id,
   document_category: DocumentCategory.first.id}
end

def traced(session, verb, path, params)
  steps, depth = [], 0
  calls = TracePoint.new(:call) do |point|
    next unless point.path.start_with?(ROOT)
    steps << {kind: "call", file: point.path.delete_prefix(ROOT), line: point.lineno, name: point.method_id.to_s}
  end
  watch = ActiveSupport::Notifications.subscribe(/render_template|render_partial|deliver\.action_mailer|enqueue\.active_job|sql\.active_record|halted_callback|redirect_to/) do |name, _, _, _, data|
    if name.start_with?("render_")
      steps << {kind: "render", file: data[:identifier].to_s.delete_prefix(ROOT), layout: data[:layout]}
    elsif name.start_with?("sql")
      sql = data[:sql].to_s
      steps << {kind: "sql", what: sql[0, 60]} if sql =~ /\A\s*(INSERT|UPDATE|DELETE|BEGIN|COMMIT|SAVEPOINT|RELEASE)/i && data[:name] != "SCHEMA"
    else
      steps << {kind: name.split(".").first, what: (data[:mailer] || data[:filter] || data[:location] || data[:job].class).to_s}
    end
  end
  calls.enable(target_thread: Thread.current) { session.process(verb, path, params: params) }
  steps
ensure
  ActiveSupport::Notifications.unsubscribe(watch)
end

found = []
ids = seed
fill = ->(text) { ids.reduce(text) { |one, (name, id)| one.gsub("{#{name}}", id.to_s) } }
JSON.parse(File.read(ENV.fetch("TRACE_REQUESTS"))).each do |row|
  session = ActionDispatch::Integration::Session.new(Rails.application)
  session.host! "localhost"
  session.post "/login", params: {username: "admin", password: ENV.fetch("TRACE_PASSWORD", "admin")}
  params = JSON.parse(fill.call(JSON.generate(row["params"] || {})))
  begin
    steps = traced(session, row["verb"].downcase.to_sym, fill.call(row["path"]), params)
    found << {entry: row["entry"], status: session.response&.status, steps: steps}
  rescue StandardError => error
    found << {entry: row["entry"], error: "#{error.class}: #{error.message[0, 300]}"}
  end
end
File.write(ENV.fetch("TRACE_OUT"), JSON.generate(found))
