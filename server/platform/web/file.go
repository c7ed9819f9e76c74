package web

import (
	"context"
	"io"
	"net/url"
	"reflect"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// File is an answer that is downloaded and not shown: a document, a spreadsheet. Name may be in any script; characters that a header or a
// file system could misread are removed. A long one has Write instead of Body, which is sent while it is written.
type File struct {
	Name, Type string
	Body       []byte
	Write      func(ctx context.Context, w io.Writer) error
}

// The content types of files.
const (
	PDF  = "application/pdf"
	XML  = "application/xml"
	XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	CSV  = "text/csv; charset=utf-8"
	ZIP  = "application/zip"

	Photo = "image/jpeg"
)

// Download makes an endpoint of a plain function that makes a file, when its turn in the pool has come. The answer is never cached, and
// what is packed already is not packed again.
func Download[Req any](fn func(ctx context.Context, who Caller, req Req) (File, error)) Endpoint {
	return Heavy(fileEndpoint(fn, downloaded))
}

func downloaded(c fiber.Ctx, file File) {
	c.Set("Content-Disposition", disposition(file.Name))
	c.Set("Cache-Control", "private, no-store")
	if file.Type != CSV {
		c.Set("Cache-Control", "private, no-store, no-transform")
	}
}

// Shown makes an endpoint of a plain function that answers a file for the page to show. It never changes, so every cache may keep it.
func Shown[Req any](fn func(ctx context.Context, who Caller, req Req) (File, error)) Endpoint {
	endpoint := fileEndpoint(fn, func(c fiber.Ctx, _ File) { forAnybody(c) })
	endpoint.public = true
	return endpoint
}

// Feed makes an endpoint of a function that answers a file which programs fetch again and again. They do not sign in: a secret is in the
// path.
func Feed[Req any](fn func(ctx context.Context, who Caller, req Req) (File, error)) Endpoint {
	endpoint := fileEndpoint(fn, func(c fiber.Ctx, _ File) {
		c.Response().Header.DelAllCookies()
		c.Set("Cache-Control", "private, max-age=900")
	})
	endpoint.public = true
	return endpoint
}

// fileEndpoint makes an endpoint of a function that answers a file. headers sets what its kind has besides.
func fileEndpoint[Req any](fn func(ctx context.Context, who Caller, req Req) (File, error), headers func(c fiber.Ctx, file File)) Endpoint {
	return Endpoint{Name: nameOf(fn), Status: fiber.StatusOK, Request: reflect.TypeFor[Req](), Done: reflect.TypeFor[File](),
		run: func(e *Edge, c fiber.Ctx, who Caller, loose bool) error {
			var req Req
			if err := decode(c, &req, loose); err != nil {
				return err
			}
			ctx, cancel := e.context(c)
			defer cancel()
			file, err := fn(ctx, who, req)
			if err != nil {
				return err
			}
			send := func() error { return c.Send(file.Body) }
			if file.Write != nil {
				if send, err = e.begin(c, file.Write, file.Type == CSV); err != nil {
					return err
				}
			}
			headers(c, file)
			c.Set("Content-Type", file.Type)
			c.Set("X-Content-Type-Options", "nosniff")
			return send()
		}}
}

// disposition offers a file for download under its name, as RFC 6266 says: once in ASCII, once unchanged.
func disposition(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F || r >= 0x80 && r < 0xA0 || r >= 0x200B && r <= 0x200F || r >= 0x202A && r <= 0x202E ||
			r >= 0x2066 && r <= 0x2069 ||
			strings.ContainsRune(`\/:*?"<>|`, r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
	if name = strings.Trim(name, ". "); name == "" {
		name = "file"
	}
	plain := strings.Map(func(r rune) rune {
		if r > '~' || r == '%' { // some browsers decode an escaped byte there
			return '_'
		}
		return r
	}, name)
	if plain == name {
		return `attachment; filename="` + plain + `"`
	}
	return `attachment; filename="` + plain + `"; filename*=UTF-8''` + strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
}
