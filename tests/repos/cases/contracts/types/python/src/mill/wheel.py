import mill.grain._dust
