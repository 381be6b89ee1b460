import { wrap } from "watch";

export default wrap(function PhoneLayout() {
  return 1;
});
