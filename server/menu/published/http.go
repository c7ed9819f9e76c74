package published

import (
	"context"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Menus answers requests for menus and photos.
type Menus struct {
	Conn db.Conn
}

type oneRequest struct {
	Week string `path:"week" validate:"required"`
	Hash string `path:"hash" validate:"required,hexadecimal,max=64"`
}

// Menu is a published menu's own bytes.
type Menu struct {
	menu.Week
	bytes []byte
}

// Bytes is what is sent: a published menu never changes.
func (m Menu) Bytes() []byte { return m.bytes }

// HandleOne answers with a published menu. Anyone may.
func (m *Menus) HandleOne(ctx context.Context, _ web.Caller, r oneRequest) (Menu, error) {
	week, err := clock.ParseDate(r.Week)
	if err != nil {
		return Menu{}, fault.ErrNotFound
	}
	body, err := Body(ctx, db.New(m.Conn), week, r.Hash)
	return Menu{bytes: body}, err
}
