global using Harbor.Cargo;
global using static Harbor.Cargo.Scales;
