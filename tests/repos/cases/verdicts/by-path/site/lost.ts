export default function Lost() {
  return 1;
}
