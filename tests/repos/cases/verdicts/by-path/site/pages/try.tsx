import { tryLamp } from '../lamp-parts/test/try';

export default function TryPage() {
  return <p>{tryLamp()}</p>;
}
