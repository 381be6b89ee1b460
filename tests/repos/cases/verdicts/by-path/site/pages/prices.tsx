const Prices = () => {
  return 1;
};

const Discounts = () => 2;

export default Prices;
