import { leaf } from "tree/leaf";
