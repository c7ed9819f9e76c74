package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/riverqueue/river"

	"sahn/server/accounting"
	"sahn/server/amendment"
	"sahn/server/api"
	"sahn/server/apikey"
	"sahn/server/calendar"
	"sahn/server/company"
	"sahn/server/directory"
	"sahn/server/invoice"
	"sahn/server/kitchen"
	"sahn/server/ledger"
	"sahn/server/member"
	"sahn/server/menu/published"
	"sahn/server/mydata"
	"sahn/server/operator"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/payment/aps"
	"sahn/server/payment/attempt"
	"sahn/server/person"
	"sahn/server/phone"
	"sahn/server/planner"
	"sahn/server/platform/cache"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
	"sahn/server/platform/outbound"
	"sahn/server/platform/web"
	"sahn/server/pos"
	"sahn/server/push"
	"sahn/server/report"
	"sahn/server/retention"
	"sahn/server/signon"
	"sahn/server/sync"
	"sahn/server/trail"
	"sahn/server/wallet"
	"sahn/server/webhook"
	"sahn/server/withdrawal"
)

// version of the server and, since they are built together, of the app inside it.
const version = "2026.11.2"

type serve struct{}

// Run serves until ctx ends, then stops in order: new requests, running requests, jobs, connections, embedded services.
func (serve) Run(ctx context.Context, log *slog.Logger) (err error) {
	c, err := readConfig()
	if err != nil {
		return err
	}
	c.setLogLevel()
	listener, err := net.Listen("tcp", c.host()+":"+strconv.Itoa(c.Port))
	if err != nil {
		return fmt.Errorf("PORT: %w", err)
	}
	defer listener.Close()
	services, err := c.startEmbedded(ctx, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, services.stop()) }()
	meters, err := c.openMeters(log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, meters.close()) }()
	traced, err := c.openTraces(ctx, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, traced.close()) }()
	pool, err := db.Open(ctx, c.DatabaseURL, db.Size(c.DatabasePool), meters.pool, traced.pool)
	if err != nil {
		return err
	}
	defer pool.Close()
	if c.local() {
		if err := db.Migrate(ctx, c.DatabaseURL); err != nil {
			return err
		}
	}
	if err := db.Suits(ctx, pool); errors.Is(err, db.ErrUnavailable) { // then /readyz asks again
		log.Warn("the database's schema is not known yet", "error", err.Error())
	} else if err != nil {
		return err
	}
	now := db.FollowClock(pool)
	if err := now.Look(ctx); err != nil { // Keep retries when the database is unavailable now
		log.Warn("the database's clock is not known yet", "error", err.Error())
	}
	go now.Keep(ctx)
	if c.Demo {
		if err := c.loadDemo(ctx, pool, now.Now()); err != nil {
			return err
		}
	}
	redis, err := cache.Open(c.RedisURL, log)
	if err != nil {
		return err
	}
	defer redis.Close()
	parts, workers, periodic, err := c.assemble(pool, redis, now.Now, services.mailbox(), log, traced)
	if err != nil {
		return err
	}
	closeReplica, err := c.openReplica(ctx, pool, parts, log, meters.pool, traced.pool)
	if err != nil {
		return err
	}
	defer closeReplica()
	meters.watch(parts.Edge, redis, pool, now.Now)
	traced.watch(parts.Edge, redis)
	app, err := api.New(parts)
	if err != nil {
		return err
	}
	runner, err := job.Start(ctx, pool, workers, periodic, log, slices.Concat(meters.jobs(), traced.jobs())...)
	if err != nil {
		return err
	}
	fmt.Printf("Sahn is ready: %s\n", c.public)
	return c.listen(ctx, app, listener, parts.Draining, runner)
}

// listen serves until ctx ends. Readiness fails for a moment before the listener closes, so that a load balancer sends no more requests.
func (c config) listen(ctx context.Context, app *fiber.App, listener net.Listener, draining *atomic.Bool, runner *job.Runner) error {
	failed := make(chan error, 1)
	go func() { failed <- app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
		draining.Store(true)
		time.Sleep(time.Duration(c.DrainSeconds) * time.Second)
		err = app.ShutdownWithTimeout(15 * time.Second)
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
	defer cancel()
	return errors.Join(err, runner.Stop(ending))
}

// assemble makes every part and passes each the parts that it needs.
func (c config) assemble(pool *pgxpool.Pool, fast redis.UniversalClient, now clock.Clock, mailbox string,
	log *slog.Logger, traced *tracing) (p api.Parts, workers *river.Workers, periodic []*river.PeriodicJob, err error) {
	queue, err := job.NewQueue(log, traced.jobs()...)
	if err != nil {
		return p, nil, nil, err
	}
	sender, err := mail.New(c.SMTPURL, c.MailFrom)
	if err != nil {
		return p, nil, nil, err
	}
	sender.Public = c.public
	settings := c.provider()
	card, err := url.Parse(settings.PageURL)
	if err != nil {
		return p, nil, nil, err
	}
	files, err := fs.Sub(built, "dist")
	if err != nil {
		return p, nil, nil, err
	}
	people := person.New(person.Options{DB: pool, Redis: fast, Queue: queue, Mail: sender, Keys: c.keys, Clock: now, Log: log,
		Public: c.public, SecondFactor: person.Required(c.SecondStep), OperatorIdle: time.Duration(c.IdleMinutes) * time.Minute,
		OperatorLock: time.Duration(c.LockMinutes) * time.Minute})
	payments := &payment.Payments{Conn: pool, Queue: queue, Provider: aps.Client{Settings: settings, HTTP: traced.provider()},
		Public: c.public, Clock: now, Log: log, SentBack: ledger.SentBack, Keys: c.keys, Limiter: web.NewLimiter(fast)}
	orders := &order.Orders{Conn: pool, Clock: now, Menus: published.NewStore(), Queue: queue, Payments: payments,
		Post: &mail.Post{DB: pool, Sender: sender, Clock: now, Log: log}}
	phones := &phone.Phones{DB: pool, Queue: queue, Keys: c.keys, Limiter: payments.Limiter, Clock: now, Wording: push.Wording, Log: log,
		Letters: map[string]phone.Undelivered{"week": orders.RemindByMail}}
	if client, err := c.whatsApp(now); err != nil {
		return p, nil, nil, err
	} else if client != nil {
		phones.Carrier, phones.Hooks = client, client
	}
	pushes, err := push.New(push.Options{DB: pool, Keys: c.keys, Own: c.PushKey, From: c.MailFrom, Post: orders.Post, Phones: phones,
		Clock: now, Loopback: c.sandboxed(), Log: log})
	if err != nil {
		return p, nil, nil, err
	}
	orders.Pushes = pushes
	if seller := c.seller(); seller.Name != "" {
		orders.Seller = mail.Seller{Name: seller.Name, TRN: seller.TRN, Address: seller.Address}
	}
	amendments := &amendment.Amendments{Orders: orders}
	withdrawals := &withdrawal.Withdrawals{Orders: orders, Amendments: amendments}
	wallets := &wallet.Wallets{Conn: pool, Clock: now, Payments: payments}
	payments.Subjects = map[attempt.Purpose]attempt.Subject{attempt.ForOrder: orders, attempt.ForAmendment: amendments,
		attempt.ForTopup: wallets}
	invoices := &invoice.Invoices{Conn: pool, Clock: now, Queue: queue, Payments: payments, Post: orders.Post, Public: c.public,
		Seller: c.seller(), Log: log}
	if invoices.Transmitter, err = c.transmitter(); err != nil {
		return p, nil, nil, err
	}
	payments.Subjects[attempt.ForInvoice], orders.Invoiced = invoices, invoices.DocumentOf
	counters := &pos.Pos{Conn: pool, Clock: now, Menus: published.NewStore(), App: version, Keys: c.keys, Log: log,
		SaleLimit: pos.AED(c.CounterSaleLimit), DayLimit: pos.AED(c.CounterDayLimit),
		OfflineWindow: time.Duration(c.CounterOfflineHours) * time.Hour, Queue: queue, Post: orders.Post, Invoiced: invoices.DocumentOf,
		Seller: pos.Seller{Name: invoices.Seller.Name, TRN: invoices.Seller.TRN, Address: invoices.Seller.Address}}
	keys := &apikey.APIKeys{Conn: pool, Clock: now, Keys: c.keys}
	p = api.Parts{
		Edge: &web.Edge{Sessions: people.Sessions, Tills: counters, APIKeys: keys, Keys: c.keys, Public: c.public,
			Card: card.Scheme + "://" + card.Host, Proxies: c.proxies, Maps: c.MapsKey != "", Pool: web.DefaultPool(c.DatabasePool),
			Long: web.NewLong(), Log: log},
		APIKeys: keys,
		Webhooks: &webhook.Webhooks{Conn: pool, Queue: queue, Post: orders.Post, Client: outbound.Client(c.sandboxed()), Keys: c.keys,
			Clock: now, Public: c.public, Loopback: c.sandboxed()},
		People:     people,
		Members:    &member.Members{Conn: pool, People: people, Queue: queue, Clock: now},
		Companies:  company.New(company.Options{DB: pool, People: people, Queue: queue, Post: orders.Post, Clock: now}),
		Menus:      &published.Menus{Conn: pool},
		Weeks:      &published.Weeks{Conn: pool, Clock: now},
		Orders:     orders,
		Amendments: amendments,
		Payments:   payments,
		Wallets:    wallets,
		Invoices:   invoices,
		Syncs:      &sync.Syncs{Conn: pool, Clock: now, App: version, Log: log},
		Counters:   counters,
		Reports:    &report.Reports{Conn: pool, Clock: now},
		Copies:     &mydata.Copies{Conn: pool, People: people, Clock: now},
		Trails:     &trail.Trails{Conn: pool, Keys: c.keys, Clock: now, Public: c.public},
		Accounting: &accounting.Books{Conn: pool, Clock: now},
		Calendars:  &calendar.Calendars{Conn: pool, Clock: now, Public: c.public},
		Pushes:     pushes,
		Phones:     phones,
		SignOns: signon.New(signon.Options{DB: pool, People: people, Queue: queue, Post: orders.Post, Keys: c.keys, Clock: now,
			Public: c.public, Loopback: c.sandboxed(), Log: log}),
		Directories: &directory.Directories{Conn: pool, People: people, Clock: now, Public: c.public, Left: withdrawals.Soon,
			Limiter: payments.Limiter},
		Kitchen:     &kitchen.Kitchen{Conn: pool, Clock: now, Menus: orders.Menus, Queue: queue, Log: log, Settle: withdrawals.TakeOut},
		Planner:     &planner.Planner{Conn: pool, Clock: now, Menus: orders.Menus, Withdrawals: withdrawals},
		Withdrawals: withdrawals,
		Office: &operator.Office{Conn: pool, Clock: now, People: people, Payments: payments, Queue: queue, Post: orders.Post,
			Seller: operator.Seller(c.seller()), Counters: operator.CounterLimits{SaleLimit: counters.SaleLimit, DayLimit: counters.DayLimit,
				OfflineHours: c.CounterOfflineHours}, Demo: c.Demo, DaysChanged: withdrawals.Soon, LunchOver: withdrawal.LunchOver},
		Limiter: payments.Limiter,
		PWA:     files,
		Config: api.Config{Phone: c.Phone, WhatsApp: c.WhatsApp, Instagram: c.Instagram, LinkedIn: c.LinkedIn, MailboxURL: mailbox,
			MapsKey: c.MapsKey, Sandbox: c.sandboxed(), ApplePay: c.ApplePay, HelloFrom: "2025-09-11 00:00:00"},
		Ready:    db.Ready(pool),
		Draining: &atomic.Bool{},
	}
	p.Office.Companies, p.Directories.Members = p.Companies, p.Members
	p.Webhooks.Forecast = p.Companies.HandleForecast
	workers = river.NewWorkers()
	p.Office.Work(workers)
	p.Kitchen.Work(workers)
	people.Work(workers)
	keeper := &retention.Keeper{Conn: pool, Clock: now}
	keeper.Work(workers)
	payments.Work(workers)
	orders.Work(workers)
	amendments.Work(workers)
	withdrawals.Work(workers)
	invoices.Work(workers)
	p.Companies.Work(workers)
	counters.Work(workers)
	p.Webhooks.Work(workers)
	p.SignOns.Work(workers)
	pushes.Work(workers, queue)
	phones.Work(workers)
	periodic = slices.Concat(keeper.Periodic(), p.Kitchen.Periodic(), payments.Periodic(), orders.Periodic(), withdrawals.Periodic(),
		p.Companies.Periodic(), invoices.Periodic(), p.Webhooks.Periodic(), pushes.Periodic(), p.SignOns.Periodic())
	return p, workers, periodic, nil
}
