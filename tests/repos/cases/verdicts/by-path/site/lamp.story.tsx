const onlyHere = () => 1;
export const BrightLamp = () => <p>{1}</p>;
