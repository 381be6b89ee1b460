export const DimLamp = () => <p>{1}</p>;
