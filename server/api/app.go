// Package api assembles the app from its parts: every route in one table, the PWA, health and the contract.
package api

import (
	"context"
	"io/fs"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/compress"
	"github.com/gofiber/fiber/v3/middleware/recover"

	"sahn/server/accounting"
	"sahn/server/amendment"
	"sahn/server/apikey"
	"sahn/server/calendar"
	"sahn/server/company"
	"sahn/server/directory"
	"sahn/server/invoice"
	"sahn/server/kitchen"
	"sahn/server/member"
	"sahn/server/menu/published"
	"sahn/server/mydata"
	"sahn/server/operator"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/person"
	"sahn/server/phone"
	"sahn/server/planner"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/pos"
	"sahn/server/push"
	"sahn/server/report"
	"sahn/server/signon"
	"sahn/server/sync"
	"sahn/server/trail"
	"sahn/server/wallet"
	"sahn/server/webhook"
	"sahn/server/withdrawal"
)

// Parts is what the app is made of.
type Parts struct {
	Edge        *web.Edge
	People      *person.People
	Copies      *mydata.Copies
	Trails      *trail.Trails
	Companies   *company.Companies
	Members     *member.Members
	Menus       *published.Menus
	Weeks       *published.Weeks
	Orders      *order.Orders
	Amendments  *amendment.Amendments
	Payments    *payment.Payments
	Wallets     *wallet.Wallets
	Invoices    *invoice.Invoices
	Syncs       *sync.Syncs
	Counters    *pos.Pos
	Office      *operator.Office
	Kitchen     *kitchen.Kitchen
	Planner     *planner.Planner
	Withdrawals *withdrawal.Withdrawals
	Reports     *report.Reports
	Accounting  *accounting.Books
	Calendars   *calendar.Calendars
	Pushes      *push.Pushes
	Phones      *phone.Phones
	SignOns     *signon.SignOns
	APIKeys     *apikey.APIKeys
	Webhooks    *webhook.Webhooks
	Directories *directory.Directories
	Limiter     *web.Limiter // nil without Redis
	PWA         fs.FS
	Config      Config
	Ready       func(context.Context) error // whether the database answers
	Draining    *atomic.Bool                // set when the server is about to stop
}

// Config is what the operator configures and the app shows. An empty value hides its feature.
type Config struct {
	Phone      string     `json:"phone"`
	WhatsApp   string     `json:"whatsapp"`
	Instagram  string     `json:"instagram"`
	LinkedIn   string     `json:"linkedin"`
	MapsKey    string     `json:"maps_key"` // for browsers: the maps service ties it to our address
	MailboxURL string     `json:"mailbox_url"`
	Sandbox    bool       `json:"sandbox"`
	ApplePay   bool       `json:"apple_pay"` // the account's card page offers it
	HelloFrom  string     `json:"hello_from"`
	HelloUntil string     `json:"hello_until"`
	VAT        money.Rate `json:"vat"` // today's, in percent
}

type noRequest struct{}

// config answers with the server's configuration, with what operators have set since.
func (p Parts) config(ctx context.Context, _ web.Caller, _ noRequest) (Config, error) {
	c, set := p.Config, p.Office.Settings(ctx)
	for name, value := range map[string]*string{"phone": &c.Phone, "whatsapp": &c.WhatsApp, "instagram": &c.Instagram, "linkedin": &c.LinkedIn,
		"hello_from": &c.HelloFrom, "hello_until": &c.HelloUntil} {
		if chosen, is := set[name]; is {
			*value = chosen
		}
	}
	c.VAT = p.Office.VAT(ctx)
	return c, nil
}

// maxRead is above what any route accepts (web.Route). Up to it a body is read to its end, since a client that is still sending when the
// connection closes never sees the 413.
const maxRead = 3 << 20

// pace is far above what people and a large office behind one address do, and below what a script can.
var pace = web.Pace{Address: web.Rate{N: 30_000, Per: time.Minute}, Session: web.Rate{N: 600, Per: time.Minute},
	Key:       web.Rate{N: 300, Per: time.Minute},
	Strangers: web.Rate{N: 3000, Per: time.Minute}}

var reads = []string{fiber.MethodGet, fiber.MethodHead}

// New builds the app.
func New(p Parts) (*fiber.App, error) {
	app := fiber.New(fiber.Config{
		AppName: "sahn", Immutable: true, BodyLimit: maxRead, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second,
		IdleTimeout: 30 * time.Second, CaseSensitive: true, ErrorHandler: p.Edge.Fail, DisableHeaderNormalizing: false,
	})
	app.Use(p.Edge.Begin, recover.New(), func(c fiber.Ctx) error {
		_ = c.Body()
		switch status := c.Response().StatusCode(); {
		case status == fiber.StatusNotImplemented: // a coding that Fiber knows by name alone
			return fiber.ErrUnsupportedMediaType
		case status >= fiber.StatusBadRequest: // Fiber could not unpack the body, or it is over maxRead
			return fiber.NewError(status)
		}
		return c.Next()
	})
	app.Add(reads, "/healthz", func(c fiber.Ctx) error { return c.SendString("ok") })
	app.Add(reads, "/readyz", p.ready)
	if p.Limiter != nil {
		app.Use("/api", p.Edge.Floods(p.Limiter, pace))
	}
	app.Use("/api", compress.New(compress.Config{Next: neither}))
	app.Add(reads, "/sanctum/csrf-cookie", p.Edge.Visit)
	mountDocs(app)
	app.Add(reads, web.MapsFrame, p.Edge.MapsDocument)
	p.Edge.Mount(app, p.Routes())
	p.refuseOtherMethods(app)
	app.Use("/api", func(fiber.Ctx) error { return fiber.ErrNotFound })
	app.Use("/scim", func(fiber.Ctx) error { return fiber.ErrNotFound })
	app.Use("/sanctum", func(fiber.Ctx) error { return fiber.ErrNotFound })
	pages, err := p.Edge.Pages(p.PWA)
	if err != nil {
		return nil, err
	}
	app.Use(pages)
	return app, nil
}

// neither reports that a client takes neither of the codings in which large documents are kept: they are not packed for its sake.
func neither(c fiber.Ctx) bool {
	accepts := c.Get("Accept-Encoding")
	return !strings.Contains(accepts, "br") && !strings.Contains(accepts, "gzip")
}

// ready reports whether this server accepts requests: not while it stops and not without a database.
func (p Parts) ready(c fiber.Ctx) error {
	if p.Draining != nil && p.Draining.Load() {
		return c.Status(fiber.StatusServiceUnavailable).SendString("stopping")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if err := p.Ready(ctx); err != nil {
		c.Set("Retry-After", "5")
		return c.Status(fiber.StatusServiceUnavailable).SendString("database away")
	}
	return c.SendString("ready")
}

// refuseOtherMethods answers a known path that is requested with a wrong method, naming the right ones.
func (p Parts) refuseOtherMethods(app *fiber.App) {
	allowed := map[string][]string{}
	for _, r := range p.Routes() {
		allowed[r.Path] = append(allowed[r.Path], r.Method)
		if r.Method == fiber.MethodGet {
			allowed[r.Path] = append(allowed[r.Path], fiber.MethodHead)
		}
	}
	for path, methods := range allowed {
		app.All(path, func(c fiber.Ctx) error {
			c.Set("Allow", strings.Join(methods, ", "))
			return fiber.ErrMethodNotAllowed
		})
	}
}
