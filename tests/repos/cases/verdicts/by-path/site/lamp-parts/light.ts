export const lightUp = () => 1;
export const fadeOut = () => 1;
export const burnOut = () => 1;
