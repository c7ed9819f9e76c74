package person

import (
	"context"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// MyDataReply is everything that we keep about a person.
type MyDataReply struct {
	Data any `json:"data"`
}

// MyData is a copy of everything that we keep about the caller, over all their profiles, for them to keep.
func (p *People) MyData(ctx context.Context, who web.Caller, _ Nothing) (MyDataReply, error) {
	if err := p.Asks(ctx, who); err != nil {
		return MyDataReply{}, err
	}
	data, err := db.New(p.db).PersonData(ctx, who.PersonID)
	return MyDataReply{data}, err
}
