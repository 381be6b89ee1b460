import { Model } from "sequelize-typescript";
class Paper extends Model {}
export class Slip extends Paper {}
