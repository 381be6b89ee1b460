export default class Mast { raise() {} }
