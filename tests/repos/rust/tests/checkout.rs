use corner_shop::Cart;

#[test]
fn a_new_cart_is_empty() {
    assert!(Cart::new().add("").is_err());
}
