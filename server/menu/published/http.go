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
	Conn   db.Conn
	packed kept[*web.Packed]
}

type oneRequest struct {
	Week string `path:"week" validate:"required"`
	Hash string `path:"hash" validate:"required,hexadecimal,max=64"`
}

// Menu is a published menu, packed once for all who ask.
type Menu struct {
	menu.Week
	packed *web.Packed
}

// Packed is what is sent: a published menu never changes.
func (m Menu) Packed() *web.Packed { return m.packed }

// HandleOne answers with a published menu. Anyone may.
func (m *Menus) HandleOne(ctx context.Context, _ web.Caller, r oneRequest) (Menu, error) {
	week, err := clock.ParseDate(r.Week)
	if err != nil {
		return Menu{}, fault.ErrNotFound
	}
	pack := func(body []byte) (*web.Packed, error) { return web.Pack(body, web.Smallest) }
	packed, err := m.packed.get(ctx, db.New(m.Conn), week, r.Hash, pack)
	return Menu{packed: packed}, err
}
