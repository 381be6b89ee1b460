use corner_shop::{cart, Cart, Problem};

fn main() -> Result<(), Problem> {
    let mut basket = Cart::new();
    basket.add("tea")?;
    let _other = cart!["tea"];
    Ok(())
}
