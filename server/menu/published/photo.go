package published

import (
	"context"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// PhotoRequest names a photo.
type PhotoRequest struct {
	Hash string `path:"hash" validate:"required,hexadecimal,max=64"`
}

// HandlePhoto answers with a meal's photo. Anyone may: it is part of the menu. The content of a hash never changes.
func (m *Menus) HandlePhoto(ctx context.Context, _ web.Caller, r PhotoRequest) (web.File, error) {
	var body []byte
	err := m.Replica.Read(ctx, m.Conn, func(ctx context.Context, conn db.Conn) (err error) {
		body, err = db.New(conn).PhotoBody(ctx, r.Hash)
		return err
	})
	return web.File{Type: web.Photo, Body: body}, db.NoneIs(err, fault.ErrNotFound)
}
