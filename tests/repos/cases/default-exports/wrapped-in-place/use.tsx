import Card from "./card";
import handle from "./handler";
export const Page = () => <p><Card />{handle(1)}</p>;
