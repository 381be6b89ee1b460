export const keyed = () => (req, res, next) => {
  if (!req.key) {
    throw new Denied("no key");
  }
  next();
};
