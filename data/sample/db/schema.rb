# This file is auto-generated from the current state of the database.
ActiveRecord::Schema[7.1].define(version: 2025_10_02_081500) do
  enable_extension "plpgsql"

  create_table "accounts", force: :cascade do |t|
    t.string "type"
    t.string "email", null: false
    t.string "password_digest"
    t.string "full_name"
    t.string "vat_number"
    t.string "api_token"
    t.boolean "guest", default: false, null: false
    t.integer "failed_attempts", default: 0, null: false
    t.datetime "locked_until"
    t.datetime "deleted_at"
    t.datetime "created_at", null: false
    t.datetime "updated_at", null: false
    t.index ["api_token"], name: "index_accounts_on_api_token", unique: true
    t.index ["email"], name: "index_accounts_on_email"
  end

  create_table "addresses", force: :cascade do |t|
    t.bigint "account_id", null: false
    t.string "recipient", null: false
    t.string "line1", null: false
    t.string "line2"
    t.string "town", null: false
    t.string "postcode", null: false
    t.string "country_code", limit: 2, default: "GB", null: false
    t.datetime "created_at", null: false
    t.datetime "updated_at", null: false
    t.index ["account_id"], name: "index_addresses_on_account_id"
  end

  create_table "basket_lines", force: :cascade do |t|
    t.bigint "basket_id", null: false
    t.bigint "variant_id", null: false
    t.integer "quantity", default: 1, null: false
    t.string "cut_to_length"
    t.index ["basket_id", "variant_id"], name: "index_basket_lines_on_basket_id_and_variant_id"
  end

  create_table "baskets", force: :cascade do |t|
    t.string "token", null: false
    t.bigint "account_id"
    t.bigint "coupon_id"
    t.datetime "touched_at"
    t.datetime "reminded_at"
    t.datetime "converted_at"
    t.datetime "created_at", null: false
    t.datetime "updated_at", null: false
    t.index ["token"], name: "index_baskets_on_token", unique: true
    t.index ["touched_at"], name: "index_baskets_on_touched_at"
  end

  create_table "categories", force: :cascade do |t|
    t.string "name", null: false
    t.string "slug", null: false
    t.bigint "parent_id"
    t.integer "position", default: 0, null: false
    t.index ["slug"], name: "index_categories_on_slug", unique: true
  end

  create_table "consignments", force: :cascade do |t|
    t.string "reference", null: false
    t.bigint "order_id", null: false
    t.bigint "warehouse_id", null: false
    t.string "carrier", null: false
    t.string "tracking_code"
    t.string "state", default: "prepared", null: false
    t.integer "weight_grams", default: 0, null: false
    t.datetime "handed_over_at"
    t.datetime "delivered_at"
    t.datetime "created_at", null: false
    t.datetime "updated_at", null: false
    t.index ["order_id"], name: "index_consignments_on_order_id"
    t.index ["reference"], name: "index_consignments_on_reference", unique: true
    t.index ["tracking_code"], name: "index_consignments_on_tracking_code"
  end

  create_table "coupons", force: :cascade do |t|
    t.string "code", null: false
    t.integer "percent"
    t.integer "amount_cents"
    t.integer "minimum_cents", default: 0, null: false
    t.date "starts_on"
    t.date "ends_on"
    t.integer "uses_left"
    t.index ["code"], name: "index_coupons_on_code", unique: true
  end

  create_table "event_entries", force: :cascade do |t|
    t.string "name", null: false
    t.string "subject_type", null: false
    t.bigint "subject_id", null: false
    t.bigint "actor_id"
    t.string "request_id"
    t.jsonb "payload", default: {}, null: false
    t.datetime "created_at", null: false
    t.index ["name", "created_at"], name: "index_event_entries_on_name_and_created_at"
    t.index ["subject_type", "subject_id"], name: "index_event_entries_on_subject"
  end

  create_table "loyalty_memberships", force: :cascade do |t|
    t.bigint "account_id", null: false
    t.string "tier", default: "deckhand", null: false
    t.datetime "created_at", null: false
    t.datetime "updated_at", null: false
    t.index ["account_id"], name: "index_loyalty_memberships_on_account_id", unique: true
  end

  create_table "loyalty_point_entries", force: :cascade do |t|
    t.bigint "membership_id", null: false
    t.integer "points", null: false
    t.string "reason", null: false
    t.string "source_reference"
    t.datetime "created_at", null: false
    t.index ["membership_id", "source_reference"], name: "index_loyalty_point_entries_once", unique: true
  end

  create_table "order_lines", force: :cascade do |t|
    t.bigint "order_id", null: false
    t.bigint "variant_id", null: false
    t.bigint "warehouse_id"
    t.bigint "consignment_id"
    t.string "description", null: false
    t.integer "quantity", null: false
    t.integer "unit_cents", null: false
    t.integer "tax_cents", default: 0, null: false
    t.integer "returned_quantity", default: 0, null: false
    t.index ["order_id"], name: "index_order_lines_on_order_id"
  end

  create_table "orders", force: :cascade do |t|
    t.string "reference", null: false
    t.bigint "account_id", null: false
    t.bigint "basket_id"
    t.bigint "coupon_id"
    t.bigint "delivery_address_id"
    t.bigint "billing_address_id"
    t.string "state", default: "draft", null: false
    t.integer "goods_cents", default: 0, null: false
    t.integer "discount_cents", default: 0, null: false
    t.integer "postage_cents", default: 0, null: false
    t.integer "tax_cents", default: 0, null: false
    t.integer "total_cents", default: 0, null: false
    t.integer "risk_score"
    t.string "gift_note"
    t.string "cancel_reason"
    t.text "search_text"
    t.integer "lock_version", default: 0, null: false
    t.datetime "placed_at"
    t.datetime "dispatched_at"
    t.datetime "delivered_at"
    t.datetime "cancelled_at"
    t.datetime "created_at", null: false
    t.datetime "updated_at", null: false
    t.index ["account_id"], name: "index_orders_on_account_id"
    t.index ["reference"], name: "index_orders_on_reference", unique: true
    t.index ["state", "placed_at"], name: "index_orders_on_state_and_placed_at"
  end

  create_table "payments", force: :cascade do |t|
    t.bigint "order_id", null: false
    t.string "provider_reference"
    t.string "state", default: "started", null: false
    t.integer "amount_cents", null: false
    t.integer "captured_cents", default: 0, null: false
    t.integer "attempts", default: 0, null: false
    t.string "failure_code"
    t.datetime "authorised_at"
    t.datetime "captured_at"
    t.datetime "created_at", null: false
    t.datetime "updated_at", null: false
    t.index ["order_id"], name: "index_payments_on_order_id"
    t.index ["provider_reference"], name: "index_payments_on_provider_reference", unique: true
  end

  create_table "products", force: :cascade do |t|
    t.bigint "category_id", null: false
    t.string "name", null: false
    t.string "slug", null: false
    t.string "brand"
    t.text "description"
    t.string "tax_band", default: "standard", null: false
    t.datetime "published_at"
    t.datetime "deleted_at"
    t.datetime "created_at", null: false
    t.datetime "updated_at", null: false
    t.index ["category_id"], name: "index_products_on_category_id"
    t.index ["slug"], name: "index_products_on_slug", unique: true
  end

  create_table "refunds", force: :cascade do |t|
    t.string "reference", null: false
    t.bigint "order_id", null: false
    t.bigint "payment_id"
    t.bigint "requested_by_id", null: false
    t.bigint "approved_by_id"
    t.integer "amount_cents", null: false
    t.string "reason", null: false
    t.string "state", default: "requested", null: false
    t.datetime "settled_at"
    t.datetime "created_at", null: false
    t.datetime "updated_at", null: false
    t.index ["order_id"], name: "index_refunds_on_order_id"
    t.index ["reference"], name: "index_refunds_on_reference", unique: true
  end

  create_table "stock_levels", force: :cascade do |t|
    t.bigint "warehouse_id", null: false
    t.bigint "variant_id", null: false
    t.integer "on_hand", default: 0, null: false
    t.integer "held", default: 0, null: false
    t.datetime "updated_at", null: false
    t.index ["warehouse_id", "variant_id"], name: "index_stock_levels_on_warehouse_id_and_variant_id", unique: true
  end

  create_table "variants", force: :cascade do |t|
    t.bigint "product_id", null: false
    t.string "sku", null: false
    t.string "option_label"
    t.integer "price_cents", null: false
    t.integer "weight_grams", default: 0, null: false
    t.boolean "hazardous", default: false, null: false
    t.index ["sku"], name: "index_variants_on_sku", unique: true
  end

  create_table "warehouses", force: :cascade do |t|
    t.string "code", null: false
    t.string "name", null: false
    t.string "postcode", null: false
    t.integer "priority", default: 0, null: false
  end

  add_foreign_key "addresses", "accounts"
  add_foreign_key "basket_lines", "baskets"
  add_foreign_key "basket_lines", "variants"
  add_foreign_key "consignments", "orders"
  add_foreign_key "consignments", "warehouses"
  add_foreign_key "order_lines", "orders"
  add_foreign_key "order_lines", "variants"
  add_foreign_key "orders", "accounts"
  add_foreign_key "payments", "orders"
  add_foreign_key "products", "categories"
  add_foreign_key "refunds", "orders"
  add_foreign_key "stock_levels", "variants"
  add_foreign_key "stock_levels", "warehouses"
  add_foreign_key "variants", "products"
end
