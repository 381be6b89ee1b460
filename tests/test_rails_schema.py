"""Tables from schema.rb, structure.sql and replayed migrations."""

import gzip
import json
import os
from pathlib import Path

import pytest

from core.extract.rails.schema import Tables, read_schema, table_relations, table_units
from core.extract.ruby.words.inflect import Inflections
from tests.linking import repository_of


def schema_of(texts: dict[str, str]) -> Tables:
    return read_schema(repository_of(texts), Inflections())


def migrated(*bodies: str, version: str = "[7.0]") -> Tables:
    texts = {
        f"db/migrate/{number:03}_step.rb": f"class Step{number} < ActiveRecord::Migration{version}\n{body}\nend\n"
        for number, body in enumerate(bodies, 1)
    }
    return schema_of(texts)


def columns(tables: Tables, name: str) -> list[str]:
    return [f"{column.name} {column.type}{'' if column.null else ' not null'}" for column in tables.tables[name].columns]


CREATE = """
  def change
    create_table :orders, comment: "What was bought" do |t|
      t.string :number, :code, null: false, default: ""
      t.references :buyer, polymorphic: true
      t.belongs_to :shop, foreign_key: true, null: false
      t.timestamps
    end
  end
"""


def test_a_created_table_has_the_columns_that_its_macros_stand_for():
    tables = migrated(CREATE)
    assert tables.source == "migrations"
    assert columns(tables, "orders") == [
        "id bigint not null",
        "number string not null",
        "code string not null",
        "buyer_type string",
        "buyer_id bigint",
        "shop_id bigint not null",
        "created_at datetime not null",
        "updated_at datetime not null",
    ]
    order = tables.tables["orders"]
    assert [(index.name, index.columns) for index in order.indexes] == [
        ("index_orders_on_buyer", ("buyer_type", "buyer_id")),
        ("index_orders_on_shop_id", ("shop_id",)),
    ]
    assert [(key.column, key.to_table, key.line) for key in order.foreign_keys] == [("shop_id", "shops", 7)]


def test_an_old_migration_means_what_its_version_of_rails_meant():
    tables = migrated("def self.up\n create_table(:a) { |t| t.references :b; t.timestamps }\nend", version="")
    assert columns(tables, "a") == ["id integer not null", "b_id integer", "created_at datetime", "updated_at datetime"]
    assert not tables.tables["a"].indexes


def test_later_migrations_change_what_earlier_ones_made():
    tables = migrated(
        CREATE,
        "def up\n rename_column :orders, :code, :coupon\n change_column :orders, :number, :text, null: true\nend",
        "def change\n change_table :orders do |t|\n t.remove :buyer_id, :buyer_type\n t.integer :total\n end\nend",
        "def change\n rename_table :orders, :purchases\n remove_column :purchases, :created_at\nend",
        "def change\n create_table(:gone)\nend",
        "def change\n drop_table :gone\nend",
    )
    assert list(tables.tables) == ["purchases"]
    assert columns(tables, "purchases") == [
        "id bigint not null",
        "number text",
        "coupon string not null",
        "shop_id bigint not null",
        "updated_at datetime not null",
        "total integer",
    ]
    changed = [span.file_path for span in tables.tables["purchases"].changes]
    assert changed == [f"db/migrate/{number:03}_step.rb" for number in (2, 2, 3, 3, 4, 4)]


def test_loops_reversible_blocks_conditions_and_methods_are_followed():
    body = """
      FLAGS = %i[hot cold]
      def change
        create_join_table :tags, :tag_groups
        create_table(:items, id: :uuid) unless table_exists?(:items)
        FLAGS.each { |flag| add_column :items, :"is_#{flag}", :boolean }
        reversible do |direction|
          direction.up { add_column :items, :up, :string }
          direction.down { add_column :items, :down, :string }
        end
        index_all(:items) if table_exists?(:items)
        add_column :nowhere, :x, :string if table_exists?(:nowhere)
        execute "VACUUM"
      end
      def index_all(table) = add_index(table, :up, unique: true, where: "up <> ''")
    """
    tables = migrated(body)
    assert columns(tables, "items") == ["id uuid not null", "is_hot boolean", "is_cold boolean", "up string"]
    assert columns(tables, "tag_groups_tags") == ["tag_id bigint not null", "tag_group_id bigint not null"]
    (index,) = tables.tables["items"].indexes
    assert (index.columns, index.unique, index.where) == (("up",), True, "up <> ''")
    assert tables.unread == {"execute": 1}
    assert "nowhere" not in tables.tables


def test_migrations_of_engines_run_in_the_order_of_their_numbers():
    step = "class S < ActiveRecord::Migration[7.1]\n def change\n  {}\n end\nend"
    texts = {
        "db/migrate/20200102000000_b.rb": step.replace("{}", "add_column :a, :x, :string"),
        "engines/blog/db/migrate/20200101000000_a.rb": step.replace("{}", "create_table(:a)"),
    }
    assert columns(schema_of(texts), "a") == ["id bigint not null", "x string"]


def test_a_dump_wins_over_migrations_and_knows_its_keys():
    schema = """ActiveRecord::Schema[7.1].define(version: 2024_01_01) do
  create_table "users", id: :uuid, force: :cascade do |t|
    t.string "email", default: "", null: false
    t.datetime "seen_at", precision: nil, default: -> { "now()" }
    t.index ["email"], name: "index_users_on_email", unique: true
  end
  create_table "posts", force: :cascade do |t|
    t.uuid "author_id"
  end
  add_foreign_key "posts", "users", column: "author_id"
end
"""
    repository = repository_of({"db/schema.rb": schema, "db/migrate/1_x.rb": "class X < ActiveRecord::Migration\nend"})
    tables = read_schema(repository, Inflections())
    assert tables.source == "schema.rb"
    assert columns(tables, "users") == ["id uuid not null", "email string not null", "seen_at datetime"]
    assert tables.tables["users"].column("seen_at").default == "now()"
    (relation,) = table_relations(tables)
    assert (relation.source, relation.target, relation.kind, relation.line) == ("table:posts", "table:users", "foreign_key", 10)
    units = {unit.key: unit for unit in table_units(tables, repository)}
    assert units["table:posts"].source_code == schema.split("\n", 6)[-1].split("\n  add_foreign")[0]
    assert units["table:users"].signature == "users(id uuid, email string, seen_at datetime)"


POSTGRES = """
CREATE TABLE public.users (
    id bigint NOT NULL,
    email character varying(255) DEFAULT 'a,b'::character varying NOT NULL,
    rate numeric(10,2) DEFAULT 0.0,
    tags text[] DEFAULT '{}'::text[],
    seen_at timestamp(6) without time zone DEFAULT now(),
    CONSTRAINT positive CHECK ((rate > (0)::numeric))
);
CREATE TABLE public.posts (
    id uuid NOT NULL,
    user_id bigint
);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX index_users_on_email ON public.users USING btree (lower((email)::text), id DESC) WHERE (rate > 1);
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT fk_rails_1 FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
"""

MYSQL = """
CREATE TABLE `users` (
  `id` bigint NOT NULL AUTO_INCREMENT,
  `active` tinyint(1) DEFAULT '1',
  `group_id` int unsigned DEFAULT NULL,
  `note` varchar(20) COLLATE utf8mb4_bin NOT NULL DEFAULT 'it''s',
  PRIMARY KEY (`id`),
  KEY `by_note` (`note`(10)),
  CONSTRAINT `fk_1` FOREIGN KEY (`group_id`) REFERENCES `groups` (`id`)
) ENGINE=InnoDB;
"""


def test_a_dump_of_postgres_is_read():
    tables = schema_of({"db/structure.sql": POSTGRES})
    assert tables.source == "structure.sql"
    found = [(column.name, column.type, column.null, column.default, column.line) for column in tables.tables["users"].columns]
    assert found == [
        ("id", "bigint", False, None, 3),
        ("email", "string", False, "a,b", 4),
        ("rate", "decimal", True, "0.0", 5),
        ("tags", "text", True, "{}", 6),
        ("seen_at", "datetime", True, "now()", 7),
    ]
    (index,) = tables.tables["users"].indexes
    assert (index.unique, index.columns, index.where) == (True, ("lower((email)::text)", "id"), "(rate > 1)")
    assert tables.tables["users"].primary_key == ("id",)
    assert [(key.column, key.to_table) for key in tables.tables["posts"].foreign_keys] == [("user_id", "users")]


def test_a_dump_of_mysql_is_read():
    users = schema_of({"db/structure.sql": MYSQL}).tables["users"]
    assert [(column.name, column.type, column.default) for column in users.columns] == [
        ("id", "bigint", None),
        ("active", "boolean", "1"),
        ("group_id", "integer", None),
        ("note", "string", "it's"),
    ]
    assert [(index.name, index.columns) for index in users.indexes] == [("by_note", ("note",))]
    assert [(key.column, key.to_table) for key in users.foreign_keys] == [("group_id", "groups")]


TRUTH = Path(os.environ.get("ORIENTEER_TRUTH", "../shared/rails"))


@pytest.mark.parametrize(
    ("name", "root"), [("shop", TRUTH / "shop"), ("redmine-5.0.4", Path(os.environ.get("REDMINE", "none")))]
)
def test_tables_and_columns_agree_with_the_booted_application(name: str, root: Path):
    truth = TRUTH / "truth" / f"{name}.json.gz"
    if not truth.is_file() or not (root / "db").is_dir():
        pytest.skip(f"no booted truth or no checkout of {name} on this machine")
    texts = {str(path.relative_to(root)): path.read_text(errors="replace") for path in sorted(root.rglob("*.rb"))}
    wanted = {
        (table["name"], column["name"], column["null"])
        for table in json.loads(gzip.decompress(truth.read_bytes()))["database"]["tables"]
        if table["name"] not in ("schema_migrations", "ar_internal_metadata")
        for column in table["columns"]
    }
    tables = schema_of(texts).tables.values()
    found = {(table.name, column.name, column.null) for table in tables for column in table.columns}
    assert len(wanted & found) >= 0.99 * len(wanted)
    assert len(found - wanted) <= 0.01 * len(found)
