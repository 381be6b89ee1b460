import { Controller, Get } from "./own";
@Controller("x")
export class OtherController { @Get() get() {} }
