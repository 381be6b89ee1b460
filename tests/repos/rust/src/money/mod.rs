/// An amount.
#[derive(PartialEq)]
pub struct Money(u32);

impl Money {
    pub fn zero() -> Money {
        Money(0)
    }

    pub fn plus(&self, amount: u32) -> Money {
        Money(self.0 + amount)
    }
}

pub fn rounded(money: &Money) -> Money {
    money.plus(0)
}
