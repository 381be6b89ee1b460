export default class { reset() {} }
