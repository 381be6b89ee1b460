"""Documents of interfaces: what they declare, who calls it, who serves it."""

from __future__ import annotations

import pytest

from core.extract.outgoing.documents import declared
from core.extract.outgoing.rpc import handlers, is_generated, rpc_calls, serves

PROTO = """syntax = "proto3";
// service Old { rpc Gone(A) returns (B); }
service Cart {
  rpc GetCart(A) returns (B) {}
  rpc Empty(A) returns (B);
}
service Ads {
  rpc GetAds(stream A) returns (B) {}
}
"""
SERVICES = {"Cart": ("GetCart", "Empty"), "Ads": ("GetAds", "Empty")}


def told(language: str, text: str) -> list[tuple[str, str, int]]:
    return [(one.verb, one.path, one.line) for one in declared(language, text)]


def test_documents_declare_methods_operations_and_fields():
    assert told("protobuf", PROTO) == [("RPC", "Cart/GetCart", 4), ("RPC", "Cart/Empty", 5), ("RPC", "Ads/GetAds", 8)]
    text = "swagger: '2.0'\nbasePath: /v1\npaths:\n  /orders/{id}:\n    get:\n      operationId: getOrder\n    parameters: []\n"
    assert told("yaml", text) == [("GET", "/v1/orders/{id}", 6)]
    assert declared("yaml", text)[0].name == "getOrder"
    assert told("json", '{"openapi": "3.1.0", "paths": {"/a": {"post": {"summary": "x"}}}}') == [("POST", "/a", 1)]
    text = '"""Roots."""\ntype Query {\n  # of all\n  orders(n: Int = 3): [Order]\n  me: User\n}\ntype Order {\n  id: ID\n}\n'
    assert told("graphql", text) == [("QUERY", "orders", 4), ("QUERY", "me", 5)]
    assert told("yaml", "paths: [") == told("yaml", "openapi: 3\npaths: [") == []


@pytest.mark.parametrize(("language", "text", "path"), [
    ("go", "package a\nfunc f() { pb.NewCartClient(conn).GetCart(ctx, a) }", "Cart/GetCart"),
    ("python", "stub = cart_pb2_grpc.CartStub(channel)\nstub.GetCart(a)", "Cart/GetCart"),
    ("ruby", "stub = Shop::Cart::Stub.new('a', :b)\nstub.get_cart(a)", "Cart/GetCart"),
    ("typescript", "const client = new CartClient(a, b)\nclient.getCart(a, f)", "Cart/GetCart"),
    ("java", "class A { void f() { CartGrpc.newBlockingStub(c).getCart(a); } }", "Cart/GetCart"),
    ("csharp", "class A { void F() { var c = new Cart.CartClient(a); c.GetCartAsync(a); } }", "Cart/GetCart"),
    ("go", "package a\nfunc f() { c := pb.NewCartClient(x); d := pb.NewAdsClient(x); cartClient.Empty(a) }", "Cart/Empty"),
])  # fmt: skip
def test_calls_of_stubs_are_known_by_the_name_of_their_service(language, text, path):
    assert path in [one.path for one in rpc_calls("a.x", language, text, SERVICES)]


def test_a_method_of_the_same_name_is_none_where_no_client_of_the_service_is_named():
    assert rpc_calls("a.py", "python", "store.GetCart(a)", SERVICES) == []
    assert rpc_calls("a.go", "go", "package a\nfunc f() { c := pb.NewCartClient(x); s.getCart(c) }", SERVICES) == []
    assert rpc_calls("a.go", "go", "package a\nfunc f() { c := pb.NewAdsClient(x); return resp.GetAds() }", SERVICES) == []
    assert is_generated("genproto/cart_grpc.pb.go")
    assert is_generated("a/cart_pb2_grpc.py")
    assert not is_generated("a/cart.go")


def test_servers_are_known_by_their_base_or_by_what_registers_them():
    assert serves("class CartService(cart_pb2_grpc.CartServicer):", "Cart")
    assert serves("pb.RegisterCartServer(srv, svc)", "Cart")
    assert serves("class A extends CartGrpc.CartImplBase", "Cart")
    assert not serves("pb.RegisterMyCartServer(srv, svc)", "Cart")
    text = "server.addService(shop.Cart.service, { getCart: carts.read.bind(this) })"
    assert list(handlers("a.js", "javascript", text, "Cart")) == [("getCart", "read")]
