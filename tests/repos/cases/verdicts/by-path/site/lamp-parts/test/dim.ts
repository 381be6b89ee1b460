import { fadeOut } from '../light';

export const dimDown = () => fadeOut();
