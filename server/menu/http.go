package menu

import (
	"context"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Menus answers for what can be eaten.
type Menus struct {
	Conn db.Conn
}

type oneRequest struct {
	Week string `path:"week" validate:"required"`
	Hash string `path:"hash" validate:"required,hexadecimal,max=64"`
}

// Published is a menu's own bytes.
type Published struct {
	Week
	bytes []byte
}

// Bytes is what is sent: a published menu never changes.
func (p Published) Bytes() []byte { return p.bytes }

// HandleOne answers a published menu. Anyone may.
func (m *Menus) HandleOne(ctx context.Context, _ web.Caller, r oneRequest) (Published, error) {
	week, err := clock.ParseDate(r.Week)
	if err != nil {
		return Published{}, fault.ErrNotFound
	}
	body, err := Body(ctx, db.New(m.Conn), week, r.Hash)
	return Published{bytes: body}, err
}
