import { reed } from "+/reed";
