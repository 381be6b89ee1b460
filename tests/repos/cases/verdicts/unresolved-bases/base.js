class Preferences {
  load() {
    return this.readStored();
  }

  readStored() {
    return null;
  }
}

exports.Preferences = Preferences;
