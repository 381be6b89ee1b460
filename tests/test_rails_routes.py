"""The static router against small route files."""

from core.extract.rails.routes import route_relations, route_units
from tests.rails_routing import drawn, routes_of, written


def test_resources_draw_the_seven_actions_in_the_order_of_rails():
    assert drawn("resources :issues") == [
        "GET /issues issues#index issues",
        "POST /issues issues#create",
        "GET /issues/new issues#new new_issue",
        "GET /issues/:id/edit issues#edit edit_issue",
        "GET /issues/:id issues#show issue",
        "PATCH /issues/:id issues#update",
        "PUT /issues/:id issues#update",
        "DELETE /issues/:id issues#destroy",
    ]


def test_a_single_resource_has_no_index_and_a_plural_controller():
    assert drawn("resource :profile, only: %i[show update]") == [
        "GET /profile profiles#show profile",
        "PATCH /profile profiles#update",
        "PUT /profile profiles#update",
    ]


def test_nested_shallow_resources_keep_the_long_path_only_without_a_member():
    body = "resources :posts, only: [] do\n  resources :comments, shallow: true, only: [:index, :show]\nend"
    assert drawn(body) == [
        "GET /posts/:post_id/comments comments#index post_comments",
        "GET /comments/:id comments#show comment",
    ]


def test_namespaces_and_scopes_add_path_module_and_name():
    body = """
    namespace :admin do
      resources :users, only: :index
      scope module: "reports", path: "r", as: :rep do
        get :daily, to: "days#show"
      end
    end
    scope "(:locale)", locale: /en|de/ do
      get "about" => "pages#about"
    end
    """
    assert drawn(body) == [
        "GET /admin/users admin/users#index admin_users",
        "GET /admin/r/daily admin/reports/days#show admin_rep_daily",
        "GET (/:locale)/about pages#about about",
    ]


def test_members_collections_and_on_name_their_routes():
    body = """
    resources :orders, only: [] do
      member { post :pay }
      get :search, on: :collection
      get "lines", on: :member, as: :items
    end
    """
    assert drawn(body) == [
        "POST /orders/:id/pay orders#pay pay_order",
        "GET /orders/search orders#search search_orders",
        "GET /orders/:id/lines orders#lines items_order",
    ]


def test_param_path_names_and_limits_of_an_outer_scope_are_kept():
    body = """
    scope only: [:show] do
      resources :shops, param: :slug do
        resources :shelves, path_names: { new: "add" }, only: [:new]
      end
    end
    """
    assert drawn(body) == [
        "GET /shops/:shop_slug/shelves/add shelves#new new_shop_shelf",
        "GET /shops/:slug shops#show shop",
    ]


def test_concerns_loops_methods_and_drawn_files_are_followed():
    body = """
    concern(:notable) { resources :notes, only: :create }
    def api(version)
      namespace(:"v#{version}") { yield }
    end
    resources :orders, only: [], concerns: :notable
    %w[terms imprint].each { |page| get page, to: "pages##{page}" }
    api(2) { get "ping", to: "status#ping" }
    draw :admin
    """
    assert drawn(body, config__routes__admin="get 'dashboard', to: 'dashboards#show'") == [
        "POST /orders/:order_id/notes notes#create order_notes",
        "GET /terms pages#terms terms",
        "GET /imprint pages#imprint imprint",
        "GET /v2/ping v2/status#ping v2_ping",
        "GET /dashboard dashboards#show dashboard",
    ]


def test_helpers_of_devise_work_without_the_scope_too():
    table = routes_of(written(config__routes="Rails.application.routes.draw do\n  devise_for :users\nend"))
    assert table.helpers["new_session"].identifier == "GET /users/sign_in"
    assert {route.certainty for route in table.routes} == {"inferred"}  # no model says which modules it uses


def test_every_route_says_how_it_is_known():
    body = "concern(:notable) { get :notes }\nresources :a, only: :index, concerns: :notable\nget 'x', to: 'y#z'"
    table = routes_of(written(config__routes=f"Rails.application.routes.draw do\n{body}\nend"))
    assert [(route.identifier, route.certainty, route.via, route.line) for route in table.routes] == [
        ("GET /a/:a_id/notes", "expanded", "concern:notable", 2),
        ("GET /a", "expanded", "resources", 3),
        ("GET /x", "declared", "", 4),
    ]


def test_conditions_that_only_a_booted_application_decides_keep_both_branches():
    body = "if Rails.env.development?\n  get 'mails', to: 'mails#index'\nelse\n  get 'other', to: 'o#i'\nend"
    table = routes_of(written(config__routes=f"Rails.application.routes.draw do\n{body}\nend"))
    assert [(route.path, route.condition) for route in table.routes] == [
        ("/mails", "Rails.env.development?"),
        ("/other", "!(Rails.env.development?)"),
    ]


def test_blocks_that_decide_per_request_are_kept_as_guards():
    body = "authenticate :user, ->(user) { user.admin? } do\n  constraints(subdomain: 'x') { get 'a', to: 'b#c' }\nend"
    table = routes_of(written(config__routes=f"Rails.application.routes.draw do\n{body}\nend"))
    assert [route.guards for route in table.routes] == [
        ("authenticate :user, ->(user) { user.admin? }", "constraints(subdomain: 'x')"),
    ]


def test_mounts_redirects_and_engines_are_told_apart():
    engine = "module Blog\n  class Engine < ::Rails::Engine\n    isolate_namespace Blog\n  end\nend"
    body = "mount Blog::Engine, at: '/blog'\nget 'old', to: redirect('/new')"
    routes = "Blog::Engine.routes.draw do\n  resources :posts, only: :index\nend"
    table = routes_of(
        written(
            config__routes=f"Rails.application.routes.draw do\n{body}\nend",
            blog__lib__blog__engine=engine,
            blog__config__routes=routes,
        )
    )
    assert [(route.identifier, route.controller, route.app, route.engine) for route in table.routes] == [
        ("ANY /blog", "", "Blog::Engine", ""),
        ("GET /old", "", "redirect", ""),
        ("GET /blog/posts", "blog/posts", "", "Blog::Engine"),
    ]


def test_devise_draws_what_the_model_uses():
    model = "class Member < ApplicationRecord\n  devise :database_authenticatable, :confirmable\nend"
    rows = drawn(
        "devise_for :members, path: '', controllers: { sessions: 'logins' }, path_names: { sign_in: 'login' }", m=model
    )
    assert rows == [
        "GET /login logins#new new_member_session",
        "POST /login logins#create member_session",
        "DELETE /sign_out logins#destroy destroy_member_session",
        "GET /confirmation/new devise/confirmations#new new_member_confirmation",
        "GET /confirmation devise/confirmations#show member_confirmation",
        "POST /confirmation devise/confirmations#create",
    ]


def test_a_macro_of_another_file_is_inlined_and_its_call_is_the_evidence():
    macro = """module AdminResources
      def admin_resources(name, **options)
        extra = %i[destroy]
        extra &= options[:only] if options[:only]
        resources(name, options) do
          yield if block_given?
          collection { delete :destroy if extra.include?(:destroy) }
        end
      end
    end"""
    routes = "Rails.application.routes.draw do\n  admin_resources(:shops, only: [:index]) { get :map, on: :member }\nend"
    table = routes_of(written(config__routes=routes, lib__admin_resources=macro))
    assert [(route.identifier, route.file_path, route.line, route.via) for route in table.routes] == [
        ("GET /shops/:id/map", "config/routes.rb", 2, "method:admin_resources"),
        ("GET /shops", "config/routes.rb", 2, "method:admin_resources"),
    ]


def test_direct_helpers_lead_to_the_route_they_build():
    body = "resources :boards, only: :show\ndirect(:published) { |board| route_for :board, board.key }"
    table = routes_of(written(config__routes=f"Rails.application.routes.draw do\n{body}\nend"))
    assert table.helpers["published"].identifier == "GET /boards/:id"


def test_macros_of_gems_draw_the_routes_of_the_table():
    body = (
        "use_doorkeeper scope: 'login' do\n skip_controllers :applications, :token_info\n controllers tokens: 'my/tokens'\nend"
    )
    rows = drawn(body)
    assert "POST /login/token my/tokens#create oauth_token" in rows
    assert not [row for row in rows if "applications#new" in row or "token/info" in row]


def test_what_is_not_understood_is_listed_with_its_line():
    table = routes_of(written(config__routes="Rails.application.routes.draw do\n  use_something\n  draw :gone\nend"))
    assert [(unread.line, unread.source) for unread in table.unread] == [(2, "use_something"), (3, "draw :gone")]


def test_units_hold_the_declaring_lines_and_relations_name_the_action():
    repository = written(config__routes="Rails.application.routes.draw do\n  get 'x',\n      to: 'y#z'\nend")
    table = routes_of(repository)
    (unit,) = route_units(table, repository)
    assert (unit.key, unit.source_code) == ("route:GET /x", "  get 'x',\n      to: 'y#z'")
    (relation,) = route_relations(table, lambda controller, action: f"controller:{controller}#{action}")
    assert (relation.source, relation.target, relation.kind, relation.line) == (
        "route:GET /x",
        "controller:y#z",
        "routes_to",
        2,
    )


def test_an_option_that_is_called_like_the_path_is_no_target():
    assert drawn("get 'download' => 'files#show', download: '1', as: nil") == ["GET /download files#show"]


def test_options_hold_for_every_call_in_a_block_without_a_variable():
    body = "with_options to: 'home#page', as: nil do\n  get :about\n  scope 'x' do\n    get 'terms'\n  end\nend"
    assert drawn(f"{body}\nget 'a', to: 'b#c', as: nil") == ["GET /about home#page", "GET /x/terms home#page", "GET /a b#c"]


def test_a_loop_over_what_only_a_running_program_knows_gives_dynamic_paths():
    inner = "  get filter, to: 'a#b', as: nil\n  scope filter do\n    get 'c', to: 'd#e', as: nil\n  end\n"
    body = f"filters.each do |filter|\n{inner}end"
    table = routes_of(written(config__routes=f"Rails.application.routes.draw do\n{body}\nend\n"))
    assert [(route.identifier, route.certainty) for route in table.routes] == [
        ("GET /#{filter}", "dynamic"),
        ("GET /#{filter}/c", "dynamic"),
    ]


def test_what_is_drawn_by_a_wrapper_of_the_application_is_dynamic_below_the_path_that_it_is_given():
    body = "ApiRoutes.draw(self, '/api/v2') do\n  get 'users', to: 'users#index'\nend"
    table = routes_of(written(config__routes=f"Rails.application.routes.draw do\n{body}\nend\n"))
    assert [(route.identifier, route.certainty, route.via) for route in table.routes] == [
        ("GET /api/v2/users", "dynamic", "wrapper:ApiRoutes")
    ]


def test_a_name_that_a_condition_may_change_keeps_what_is_known_of_it():
    api = "prefix = 'api'\nprefix = File.join(ENV['A'], 'b') if ENV['A']\n"
    api += "scope path: prefix do\n  get 'one', to: 'a#one', as: nil\nend\n"
    other = "scope path: ENV['C'] do\n  get 'two', to: 'a#two', as: nil\nend"
    assert drawn(api + other) == ["GET /api/one a#one", "GET /#{ENV['C']}/two a#two"]
