// Most files of the engine and the games draw, hash or add with these types, and so does every
// program that uses the library: who imports `SimHarness` has them, as when they were part of it.
@_exported import StableNumerics
