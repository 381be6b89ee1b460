"""Associations read once for each record, and queries of views: told where both ends are written, quiet elsewhere."""

from __future__ import annotations

import pytest

from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from core.workbench import open_workbench

FILES = {
    "Gemfile": "gem 'omniauth'\n",
    "config/application.rb": "module Blog\n  class Application < Rails::Application\n  end\nend\n",
    "config/routes.rb": (
        "Rails.application.routes.draw do\n  resources :posts, only: [:index, :show]\n  resources :pages, only: [:index]\n"
        '  resources :feeds, only: [:index]\n  scope Blog.prefix do\n    get "reports/:id" => "feeds#index"\n  end\n'
        '  match "/auth/:provider" => "pages#auth", via: :post\nend\n'
    ),
    "app/models/post.rb": (
        "class Post < ApplicationRecord\n  belongs_to :author, class_name: 'User'\n  belongs_to :section\n"
        "  belongs_to :subject, polymorphic: true\n  has_many :comments\n  has_many :votes\n"
        "  scope :recent, -> { order(:id) }\n  scope :whole, -> { includes(:author, :comments) }\nend\n"
    ),
    "app/models/section.rb": "class Section < ApplicationRecord\nend\n",
    "app/models/vote.rb": "class Vote < ApplicationRecord\n  belongs_to :post, counter_cache: true\nend\n",
    "app/models/user.rb": "class User < ApplicationRecord\n  has_many :posts, foreign_key: :author_id\nend\n",
    "app/models/comment.rb": (
        "class Comment < ApplicationRecord\n  belongs_to :post\n  belongs_to :author, class_name: 'User'\n"
        "  scope :shown, -> { where(shown: true) }\nend\n"
    ),
    "app/controllers/posts_controller.rb": (
        "class PostsController < ApplicationController\n  def index\n    @posts = Post.recent\n"
        "    @posts = @posts.where(draft: false) if params[:public]\n  end\n"
        "  def show\n    @post = Post\n    @post = @post.includes(:section)\n    @post = @post.find(params[:id])\n  end\nend\n"
    ),
    "app/controllers/pages_controller.rb": (
        "class PagesController < ApplicationController\n  def index\n    @posts = Post.whole\n    @some = Filter.new.posts\n"
        "    @late = late_posts.preload(:section)\n  end\n  private\n  def late_posts\n    Post.where(late: true)\n  end\nend\n"
    ),
    "app/controllers/feeds_controller.rb": (
        "class FeedsController < ApplicationController\n  def index\n    @feed = Post.recent\n  end\nend\n"
    ),
    "app/views/posts/index.html.erb": (
        "<% @posts.each do |post| %>\n<%= post.author.name %>\n<%= post.subject %>\n<%= post.votes.size %>\n"
        "<%= post.comments.count %>\n<%= post.comments.shown.first %>\n"
        "<% post.comments.each do |comment| %>\n<%= comment.post.title %><%= comment.author.name %>\n<% end %>\n<% end %>\n"
        "<%= render partial: 'row', collection: @posts, as: :one %>\n"
        "<% @posts.each do |post| %><% if post == @first %><%= post.section.title %><% end %><% end %>\n"
    ),
    "app/views/posts/_row.html.erb": "<%= one.section.title %>\n",
    "app/views/posts/show.html.erb": (
        "<%= @post.author.name %>\n<% @post.comments.each do |comment| %>\n<%= comment.author.name %>\n<% end %>\n"
        "<%= Section.order(:title).map(&:title) %>\n<%= section_names %>\n"
    ),
    "app/views/pages/index.html.erb": (
        "<% @posts.each do |post| %>\n<%= post.author.name %><%= post.comments.size %>\n<% end %>\n"
        "<% @some.each do |post| %>\n<%= post.author.name %>\n<% end %>\n"
        "<% @late.each do |post| %>\n<%= post.section.title %>\n<%= post.author.name %>\n<% end %>\n"
    ),
    "app/views/feeds/index.json.jbuilder": (
        "json.array! @feed do |post|\n  json.author post.author.name\nend\njson.sections @feed.map(&:section)\n"
    ),
    "app/helpers/posts_helper.rb": (
        "module PostsHelper\n  def section_names\n    Section.all.map(&:title)\n  end\n"
        "  def unused_names\n    Section.all\n  end\nend\n"
    ),
    "app/services/digest.rb": (
        "class Digest\n  def run(posts)\n    posts.each { |post| post.author }\n    Post.find_each do |post|\n"
        "      post.section.touch\n      post.comments.create(text: 'x')\n    end\n  end\nend\n"
    ),
    "db/schema.rb": (
        'ActiveRecord::Schema.define(version: 1) do\n  create_table "posts" do |t|\n    t.integer "author_id"\n  end\n'
        '  create_table "users"\n  create_table "comments"\n  create_table "sections"\n  create_table "votes"\nend\n'
    ),
}


@pytest.fixture(scope="module")
def blog(tmp_path_factory):
    folder = tmp_path_factory.mktemp("loading")
    for path, text in FILES.items():
        file = folder / "blog" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    settings = read_settings({"home": str(folder / "home")})
    index_checkout(folder / "blog", settings, vectors=False)
    return open_workbench("blog", settings=settings)


@pytest.fixture(scope="module")
def found(blog):
    return {(one.file_path.removeprefix("app/"), one.read): one for one in blog.analyse.n_plus_one()}


def test_an_association_of_each_record_is_told_with_the_line_that_should_preload_it(found):
    one = found["views/posts/index.html.erb", "post.author"]
    assert (one.line, one.certainty) == (2, "inferred")
    assert one.mend == ".includes(:author) in app/controllers/posts_controller.rb:3"
    inner = found["views/posts/index.html.erb", "comment.author"]
    assert inner.mend == ".includes(comments: :author) in app/controllers/posts_controller.rb:3"
    single = found["views/posts/show.html.erb", "comment.author"]
    assert single.mend == ".includes(:author) in app/views/posts/show.html.erb:2"


def test_a_partial_is_read_for_each_of_its_collection_and_a_feed_for_each_of_its_list(found):
    assert found["views/posts/_row.html.erb", "one.section"].queries == ("app/controllers/posts_controller.rb:3",)
    assert ("views/feeds/index.json.jbuilder", "post.author") in found
    assert ("views/feeds/index.json.jbuilder", "@feed.map(&:section)") in found
    assert ("services/digest.rb", "post.section") in found


def test_counts_and_scopes_are_told_apart_from_what_a_preload_mends(found):
    assert "counter cache" in found["views/posts/index.html.erb", "post.comments.count"].mend
    assert "before the loop" in found["views/posts/index.html.erb", "post.comments.shown"].mend


def test_what_is_preloaded_led_back_kept_as_a_counter_polymorphic_or_of_unknown_origin_is_left_out(found):
    rest = {
        ("views/posts/index.html.erb", "post.author"), ("views/posts/index.html.erb", "post.comments.count"),
        ("views/posts/index.html.erb", "post.comments.shown"), ("views/posts/index.html.erb", "comment.author"),
        ("views/posts/index.html.erb", "post.comments"), ("views/posts/show.html.erb", "comment.author"),
        ("views/posts/_row.html.erb", "one.section"), ("views/feeds/index.json.jbuilder", "post.author"),
        ("views/feeds/index.json.jbuilder", "@feed.map(&:section)"), ("services/digest.rb", "post.section"),
        ("views/pages/index.html.erb", "post.author"),
    }  # fmt: skip
    assert set(found) == rest
    assert found["views/pages/index.html.erb", "post.author"].lines == ("app/views/pages/index.html.erb:9",)


def test_queries_of_templates_and_of_helpers_that_templates_call_are_told(blog):
    told = {(one.file_path.removeprefix("app/"), one.line): one for one in blog.analyse.view_queries()}
    assert set(told) == {
        ("views/posts/show.html.erb", 5), ("helpers/posts_helper.rb", 3), ("views/posts/index.html.erb", 5),
    }  # fmt: skip
    assert told["views/posts/show.html.erb", 5].query == "Section.order(:title)"
    assert told["views/posts/show.html.erb", 5].mend.startswith("run the query in PostsController#show")
    assert told["helpers/posts_helper.rb", 3].asked_by == ("app/views/posts/show.html.erb",)


def test_a_route_below_a_computed_prefix_is_found_as_a_browser_asks_for_it_with_it_or_without(blog):
    assert blog.flow("GET /reports/7").title == blog.flow("GET /any/reports/7").title


def test_omniauth_answers_before_a_controller_is_asked(blog):
    found = {one.unit: one.verdict for one in blog.analyse.unused("route")}
    assert found["route:POST /auth/:provider"] == "unknown"


def test_both_lists_are_asked_for_by_name(blog):
    assert len(blog.analysis("n-plus-one").items) == 11
    assert blog.analysis("view-queries").columns[:2] == ("query", "model")
