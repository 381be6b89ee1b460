import { burnOut } from '../light';

burnOut();
