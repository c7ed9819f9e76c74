package menu

// The cuisines. Their ids are stored in menus and known to clients, so they never change.
const (
	International = 1
	Arabic        = 2
	Indian        = 3
	Mediterranean = 4
	Asian         = 5
)

// Cuisines are the kitchen's traditions, in the order in which a filter shows them.
func Cuisines() []Cuisine {
	return []Cuisine{
		{ID: Arabic, Name: "Arabic", NameAr: "عربي"},
		{ID: Indian, Name: "Indian", NameAr: "هندي"},
		{ID: Mediterranean, Name: "Mediterranean", NameAr: "متوسطي"},
		{ID: Asian, Name: "Asian", NameAr: "آسيوي"},
		{ID: International, Name: "International", NameAr: "عالمي"},
	}
}

// Allergens are those that people are asked about. A meal may name others.
func Allergens() []string {
	return []string{"peanuts", "nuts", "dairy", "egg", "gluten", "fish", "shellfish", "molluscs", "soy", "sesame", "mustard", "celery",
		"lupin", "sulphites"}
}

// Diets are those that people are asked about. A meal may name others.
func Diets() []string { return []string{"Vegetarian", "Vegan", "High protein", "Low carb", "Low fat"} }
