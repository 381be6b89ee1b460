import { lightUp } from '../light';
import { dimDown } from './dim';

export const tryLamp = () => lightUp() + dimDown();
