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
	Conn    db.Conn
	Replica *db.Replica // is read where it is near; nil for none. What is under a hash is the same everywhere, or not there yet
	packed  kept[*web.Packed]
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
	packed, is := m.packed.look(week, r.Hash)
	if !is {
		packed, err = m.fetch(ctx, week, r.Hash)
	}
	return Menu{packed: packed}, err
}

func (m *Menus) fetch(ctx context.Context, week clock.Date, hash string) (packed *web.Packed, err error) {
	pack := func(body []byte) (*web.Packed, error) { return web.Pack(body, web.Smallest) }
	err = m.Replica.Read(ctx, m.Conn, func(ctx context.Context, conn db.Conn) error {
		packed, err = m.packed.get(ctx, db.New(conn), week, hash, pack)
		return err
	})
	return packed, err
}
