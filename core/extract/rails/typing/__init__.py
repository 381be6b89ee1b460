"""What Rails adds to the types of values: `receivers.RailsTypes`; and what calls mean, on them (`typed.TypedCalls`) and on
names (`callees.Callees`)."""
