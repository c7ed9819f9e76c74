package db

// MigrateBy lets a test say which migrations there are, and over which pool.
var MigrateBy = migrate
