class Dog { static bark() {} }
export = Dog;
