package person

import (
	"context"
	"encoding/json"

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
	data, err := Data(ctx, db.New(p.db), who.PersonID)
	return MyDataReply{data}, err
}

// Data is everything that we keep about a person, over all their profiles, as one document; money in it is whole fils. Callers say who may
// read it.
func Data(ctx context.Context, q *db.Queries, personID string) (json.RawMessage, error) {
	return q.PersonData(ctx, personID)
}
