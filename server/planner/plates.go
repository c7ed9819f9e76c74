package planner

import "encoding/json"

// plates are drawn pictures for meals without one: typical of a cuisine, and without ingredients that a person might avoid.
var plates = map[int]string{
	2: `{"layout":"bowl","plate":"clay","base":"white-rice","veg":["tomato","cucumber","rocket"],"garnish":["mint"]}`,
	3: `{"layout":"bowl","plate":"copper","base":"jeera-rice","veg":["peas","carrot","cauliflower"],"garnish":["coriander"]}`,
	4: `{"layout":"bowl","plate":"sky","base":"quinoa","veg":["zucchini","tomato","aubergine"],"garnish":["basil"]}`,
	5: `{"layout":"bowl","plate":"stone","base":"brown-rice","veg":["broccoli","carrot","red-cabbage"],"garnish":["spring-onion"]}`,
}

// plate draws a meal of a cuisine.
func plate(cuisine int) json.RawMessage {
	if drawn, ok := plates[cuisine]; ok {
		return json.RawMessage(drawn)
	}
	return json.RawMessage(`{"layout":"bowl","plate":"cream","base":"quinoa","veg":["broccoli","carrot","tomato"],"garnish":["parsley"]}`)
}
