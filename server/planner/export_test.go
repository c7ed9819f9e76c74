package planner

// What only tests name.
type (
	WeekNamed = weekNamed
	MealNamed = mealNamed
	NoRequest = noRequest
)
