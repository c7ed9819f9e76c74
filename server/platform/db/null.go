package db

// Null is a value for a column that may be null, and is null for the zero value.
func Null[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// Or is a column's value, or another one where it is null.
func Or[T any](v *T, null T) T {
	if v == nil {
		return null
	}
	return *v
}
