package web

import (
	"cmp"
	"errors"
	"io/fs"
	"mime"
	"net"
	"path"
	"strings"

	"github.com/gofiber/fiber/v3"
)

// page is a file of the built app in every encoding in which it can be sent.
type page struct {
	Packed
	kind            string
	immutable, html bool
	visitors        *page // what is sent instead to somebody without a session, where that differs
}

// kinds are fixed here, because the system's table of types may lack them or map a script to plain text, which nosniff refuses.
var kinds = map[string]string{".js": "text/javascript; charset=utf-8", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2",
	".txt": "text/plain; charset=utf-8"}

// Pages serves the built app: hashed assets are cached for ever, everything else is revalidated, each page has its own title and
// description, an unknown path gets the app's page with 404, and a missing file is never answered with HTML.
func (e *Edge) Pages(built fs.FS) (fiber.Handler, error) {
	pages := map[string]*page{}
	err := fs.WalkDir(built, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") || strings.HasPrefix(name, ".") {
			return err
		}
		raw, err := fs.ReadFile(built, name)
		if err != nil {
			return err
		}
		p := &page{Packed: prepacked(raw, optional(built, name+".br"), optional(built, name+".gz")), kind: mime.TypeByExtension(path.Ext(name)),
			immutable: strings.HasPrefix(name, "assets/"), html: strings.HasSuffix(name, ".html")}
		if kind := kinds[path.Ext(name)]; kind != "" {
			p.kind = kind
		}
		pages["/"+name] = p
		return nil
	})
	if err != nil {
		return nil, err
	}
	listed := map[string]list{}
	for _, l := range languages {
		if listed[l.name], err = listedPages(pages[l.pages], cmp.Or(pages[l.page], pages[languages[0].page]), e.Public); err != nil {
			return nil, err
		}
		delete(pages, l.pages)
	}
	policy := e.contentPolicy()
	return func(c fiber.Ctx) error {
		if !safe(c.Method()) {
			c.Set("Allow", "GET, HEAD")
			return fiber.ErrMethodNotAllowed
		}
		p := pages[c.Path()]
		if p == nil {
			language := languageOf(c)
			var known bool
			if p, known = listed[language].at(c.Path()); noPage(c.Path()) || p == nil {
				return fiber.ErrNotFound
			}
			if !known {
				c.Status(fiber.StatusNotFound)
			}
			if p.visitors != nil && c.Cookies(sessionCookie) == "" {
				p = p.visitors
			}
			c.Set("Content-Language", language)
			c.Vary("Accept-Language", "Cookie")
		}
		if p.html {
			if home := e.Public.Scheme + "://" + e.Public.Host; e.onlyHere() && c.Host() != e.Public.Host {
				// Another name of this machine (127.0.0.1 for localhost) is redirected: the cookies and the XSRF check belong to one name.
				c.Set("Location", home+c.OriginalURL())
				return c.SendStatus(fiber.StatusTemporaryRedirect)
			}
			c.Set("Content-Security-Policy", policy)
		}
		c.Set("Content-Type", p.kind)
		c.Set("Cache-Control", "no-cache")
		if p.immutable {
			c.Set("Cache-Control", forEver)
		}
		return p.Send(c)
	}, nil
}

// onlyHere reports whether the app's address is this machine itself: localhost or a loopback IP.
func (e *Edge) onlyHere() bool {
	ip := net.ParseIP(e.Public.Hostname())
	return e.Public.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

func optional(built fs.FS, name string) []byte {
	b, err := fs.ReadFile(built, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return b
}

// MapsFrame is where the frame is that address fields put the maps service's code into.
const MapsFrame = "/api/maps-frame"

// contentPolicy allows the pages to run only their own code, and to post forms only to us and the card page. With a key for maps they may
// also hold the frame of the address fields.
func (e *Edge) contentPolicy() string {
	frames := "frame-src 'none'"
	if e.Maps {
		frames = "frame-src 'self'"
	}
	return strings.Join(
		[]string{"default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:", "font-src 'self'",
			"connect-src 'self'", frames, "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "frame-ancestors 'none'",
			"form-action 'self' " + e.Card}, "; ")
}

// mapsPolicy allows an empty document to load the maps service's places library and to send it requests. The app is one document, whose
// policy is set when it opens and kept by the worker, so the pages with an address field cannot have one of their own: they hold this
// frame while the field is there. The library draws nothing: neither pictures, styles and fonts nor inline code and eval are allowed.
const mapsPolicy = "default-src 'none'; script-src https://maps.googleapis.com https://maps.gstatic.com; " +
	"connect-src https://maps.googleapis.com https://places.googleapis.com; base-uri 'none'; frame-ancestors 'self'; form-action 'none'"

// MapsDocument answers with the frame's document; without a key for maps there is none.
func (e *Edge) MapsDocument(c fiber.Ctx) error {
	if !e.Maps {
		return fiber.ErrNotFound
	}
	c.Set("Content-Security-Policy", mapsPolicy)
	c.Set("X-Frame-Options", "SAMEORIGIN")
	c.Set("Content-Type", "text/html; charset=utf-8")
	return c.SendString("<!doctype html><html lang=\"en\"><title>Address suggestions</title></html>")
}
