import { drum } from "drum$";
