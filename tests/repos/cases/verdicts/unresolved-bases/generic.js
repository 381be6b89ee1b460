const wrapped = loadBundle("./base");

class GenericPreferences extends wrapped.Preferences {
  readStored() {
    return localStorage.getItem("preferences");
  }

  forgotten() {}
}

exports.make = () => new GenericPreferences().load();
