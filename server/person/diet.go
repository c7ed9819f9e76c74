package person

import (
	"context"
	"slices"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// Diet is what a person eats, by the menus' tags, and the allergens that they avoid: it decides what they see first and what they are
// warned of. No one else sees it, unless the person wants the allergens on their labels, where the kitchen and everyone who sees the box
// can read them.
type Diet struct {
	Diets []string `json:"diets" validate:"required,max=30"`
	Avoid []string `json:"avoid" validate:"required,max=30"`
	Label bool     `json:"label"`
}

// UpdateDiet stores the caller's diet, for all their profiles.
func (p *People) UpdateDiet(ctx context.Context, who web.Caller, req Diet) (ProfileReply, error) {
	diets, err := tags("diets", req.Diets)
	if err != nil {
		return ProfileReply{}, err
	}
	avoids, err := tags("avoid", req.Avoid)
	if err != nil {
		return ProfileReply{}, err
	}
	return p.changeSelf(ctx, who, func(ctx context.Context, tx db.Tx) error {
		return tx.PersonDietSet(ctx, diets, avoids, req.Label, who.PersonID)
	})
}

// tags are names as menus use them, each once and sorted.
func tags(field string, names []string) ([]string, error) {
	clean := []string{}
	for _, name := range names {
		name, err := Line(field, name, 40)
		if err != nil {
			return nil, err
		}
		clean = append(clean, name)
	}
	slices.Sort(clean)
	return slices.Compact(clean), nil
}
