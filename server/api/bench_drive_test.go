package api_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/oklog/ulid/v2"

	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

// childEnv names the setup of a process that asks, or answers and does nothing else.
const childEnv = "SAHN_BENCH_CHILD"

func init() {
	path := os.Getenv(childEnv)
	if path == "" {
		return
	}
	if err := beChild(path); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func beChild(path string) error {
	told, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var s setup
	if err := json.Unmarshal(told, &s); err != nil {
		return err
	}
	switch s.Role {
	case "redis":
		return remember()
	case "bare":
		return s.answer()
	}
	return s.drive()
}

// remember is the Redis that the program has inside it, until its input ends.
func remember() error {
	r := miniredis.NewMiniRedis()
	if err := r.StartAddr("127.0.0.1:0"); err != nil {
		return err
	}
	fmt.Println(r.Addr())
	_, err := io.Copy(io.Discard, os.Stdin)
	return err
}

// answer is the Fiber app that answers what was recorded, until its input ends.
func (s *setup) answer() error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	app := fiber.New()
	for kind, is := range s.Answers {
		app.All("/"+strings.ReplaceAll(kind, " ", "-"), func(c fiber.Ctx) error {
			for name, value := range is.Header {
				c.Set(name, value)
			}
			return c.Status(is.Status).Send(is.Body)
		})
	}
	fmt.Println(listener.Addr())
	go func() { _, _ = io.Copy(io.Discard, os.Stdin); os.Exit(0) }()
	return app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true})
}

// turn is what the process that asks is told to do next.
type turn struct {
	Kind    string
	Clients int
	Long    time.Duration
	At      string             // another server than that of the setup
	Rates   map[string]float64 // for the kind "hour": requests a second, by their kind
}

// The people by what they do; the rest order, one half over the server and one directly.
const (
	synced   = 64 // of each kind of sync
	firstOne = 40 // after the admins
	readFrom = firstOne + 3*synced
)

type driver struct {
	*setup
	wires, bare              []*wire
	lines                    []*pgx.Conn
	idle, busy, direct       []*device
	readers                  []visitor
	ordering, orderingDirect atomic.Int64
	until, untilDirect       int64
	hour                     hour
}

func (s *setup) drive() error {
	ctx := context.Background()
	d := &driver{setup: s}
	reading := min(2000, len(s.People)/10)
	d.readers = s.People[readFrom : readFrom+reading]
	first, all := readFrom+reading, len(s.People)
	d.until, d.untilDirect = int64(first+(all-first)/2), int64(all-1)
	d.ordering.Store(int64(first))
	d.orderingDirect.Store(d.until)
	for i := range synced {
		for n, list := range []*[]*device{&d.idle, &d.busy, &d.direct} {
			*list = append(*list, &device{who: s.People[firstOne+n*synced+i], id: ulid.Make().String(), rev: 5})
		}
	}
	d.hour.begin(s)
	for range 32 {
		line, err := pgx.Connect(ctx, s.Database)
		if err != nil {
			return err
		}
		d.wires, d.bare, d.lines = append(d.wires, &wire{at: s.Server}), append(d.bare, &wire{at: s.Bare}), append(d.lines, line)
	}
	if err := d.warm(slices.Concat(d.readers, s.People[first:d.until])); err != nil {
		return err
	}
	known := slices.Clone(d.idle) // devices of the hour have synced before it too: the first sync brings everything
	for _, one := range slices.Concat(d.hour.idles, d.hour.saves) {
		known = append(known, one.device)
	}
	for _, one := range known {
		for range 2 {
			if _, err := one.sync(d.wires[0], nil); err != nil {
				return err
			}
		}
	}
	out, in := json.NewEncoder(os.Stdout), json.NewDecoder(os.Stdin)
	for {
		var t turn
		if err := in.Decode(&t); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if t.Kind == "hour" {
			if err := out.Encode(d.play(t)); err != nil {
				return err
			}
			continue
		}
		if err := out.Encode(d.take(ctx, t)); err != nil {
			return err
		}
	}
}

// warm lets people look at the menu, so that their sessions are in Redis as those of people who are at work.
func (d *driver) warm(people []visitor) error {
	var all sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		all.Go(func() {
			for n := i; n < len(people) && errs[i] == nil; n += len(errs) {
				_, errs[i] = d.wires[i].ask(people[n], "GET", "/api/menu/"+d.Week+"/"+d.Hash, nil, "If-None-Match: "+d.ETag)
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// take lets clients ask, each the next thing when the last is answered.
func (d *driver) take(ctx context.Context, t turn) any {
	var all sync.WaitGroup
	var refused atomic.Int64
	times, errs := make([][]time.Duration, t.Clients), make([]error, t.Clients)
	began := time.Now()
	for client := range t.Clients {
		all.Go(func() {
			for k := 0; time.Since(began) < t.Long && errs[client] == nil; k++ {
				at := time.Now()
				err := d.do(ctx, t, client, k)
				switch {
				case errors.Is(err, errDone):
					return
				case errors.Is(err, errBusy):
					refused.Add(1)
				case err != nil:
					errs[client] = err
				default:
					times[client] = append(times[client], time.Since(at))
				}
			}
		})
	}
	all.Wait()
	said := told{timeSpent: timeSpent{Took: time.Since(began), Refused: int(refused.Load())}}
	said.In, said.Out = d.hour.in.Swap(0), d.hour.out.Swap(0)
	for i := range times {
		said.Done, said.Times = said.Done+len(times[i]), append(said.Times, times[i]...)
	}
	if err := errors.Join(errs...); err != nil {
		said.Error = err.Error()
	}
	return said
}

// do is the k-th request of a client.
func (d *driver) do(ctx context.Context, t turn, client, k int) error {
	own := client + t.Clients*(k%(synced/t.Clients)) // nobody else's in this turn
	reader := d.readers[(client+t.Clients*k)%len(d.readers)]
	menu := "/api/menu/" + d.Week + "/" + d.Hash
	if visit := visits[strings.TrimPrefix(t.Kind, "hour ")]; visit != nil && strings.HasPrefix(t.Kind, "hour ") {
		return d.hour.count(d.wires[client], func(w *wire) error { return visit(d, w, reader) }, t.At)
	}
	switch t.Kind {
	case "hand-off":
		n := d.ordering.Add(1)
		if n >= d.until {
			return errors.New("everybody has ordered")
		}
		r := d.Order
		r.Device, r.Key = d.People[n].Device, ulid.Make().String()
		return expect(200)(d.wires[client].ask(d.People[n], "POST", "/api/handoff", r))
	case "direct hand-off":
		n := d.orderingDirect.Add(1)
		if n >= d.untilDirect {
			return errors.New("everybody has ordered")
		}
		return d.orders(ctx, d.lines[client], d.People[n])
	case "sync of 10":
		return expect(200)(d.busy[own].sync(d.wires[client], d.tenDates()))
	case "direct sync of 10":
		return d.direct[own].writes(ctx, d.lines[client], d.tenDates())
	case "idle sync":
		return expect(200)(d.idle[own].sync(d.wires[client], nil))
	case "menu 200":
		return expect(200)(d.wires[client].ask(reader, "GET", menu, nil, "Accept-Encoding: br"))
	case "menu 304":
		return expect(304)(d.wires[client].ask(reader, "GET", menu, nil, "Accept-Encoding: br", "If-None-Match: "+d.ETag))
	case "get-profile":
		return expect(200)(d.wires[client].ask(reader, "GET", "/api/get-profile", nil))
	}
	kind := strings.TrimPrefix(t.Kind, "bare ")
	return expect(d.Answers[kind].Status)(d.bare[client].ask(reader, "GET", "/"+strings.ReplaceAll(kind, " ", "-"), nil))
}

// errBusy is a refusal of a server that has more to do than it can.
var errBusy = errors.New("busy")

func expect(status int) func(recorded, error) error {
	return func(got recorded, err error) error {
		switch {
		case err == nil && got.Status == http.StatusServiceUnavailable:
			return errBusy
		case err == nil && got.Status != status:
			return fmt.Errorf("%d %s", got.Status, got.Body)
		}
		return err
	}
}

// wire is a connection that is kept.
type wire struct {
	at        string
	conn      net.Conn
	in        *bufio.Reader
	sent, got int64 // bytes
}

func (w *wire) close() {
	if w.conn != nil {
		_ = w.conn.Close()
	}
}

// Read reads from the connection and counts.
func (w *wire) Read(p []byte) (int, error) {
	n, err := w.conn.Read(p)
	w.got += int64(n)
	return n, err
}

// ask sends a request of somebody who is signed in, each from an address of their own, and reads the whole answer.
func (w *wire) ask(who visitor, method, path string, body any, headers ...string) (got recorded, err error) {
	if w.conn == nil {
		if w.conn, err = net.Dial("tcp", w.at); err != nil {
			return got, err
		}
		w.in = bufio.NewReader(w)
	}
	var sent []byte
	if body != nil {
		if sent, err = json.Marshal(body); err != nil {
			return got, err
		}
	}
	sum := sha256.Sum256([]byte(who.Profile))
	head := fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\nCookie: sahn_session=%s; XSRF-TOKEN=%s\r\nX-XSRF-TOKEN: %s\r\n"+
		"X-Forwarded-For: 10.%d.%d.%d\r\nContent-Type: application/json\r\nContent-Length: %d\r\n", method, path, w.at, who.Session,
		who.XSRF, who.XSRF, sum[0], sum[1], sum[2], len(sent))
	for _, h := range headers {
		head += h + "\r\n"
	}
	n, err := w.conn.Write(append([]byte(head+"\r\n"), sent...))
	if w.sent += int64(n); err != nil {
		return got, err
	}
	res, err := http.ReadResponse(w.in, &http.Request{Method: method})
	if err != nil {
		return got, err
	}
	defer res.Body.Close()
	got = recorded{Status: res.StatusCode, Header: map[string]string{}}
	for name := range res.Header {
		if name != "Content-Length" && name != "Date" {
			got.Header[name] = res.Header.Get(name)
		}
	}
	got.Body, err = io.ReadAll(res.Body)
	return got, err
}

// device is one that syncs.
type device struct {
	who visitor
	id  string
	n   int
	cur int64
	tag string
	rev int64 // its profile's
}

func (d *driver) tenDates() []clock.Date {
	dates := make([]clock.Date, 0, 10)
	for _, date := range d.Dates {
		dates = append(dates, date, date+7)
	}
	return dates
}

// sync says one change of each date.
func (v *device) sync(w *wire, dates []clock.Date) (recorded, error) {
	r := round(v.id)
	r["cur"], r["done"], r["tag"] = v.cur, v.n, v.tag
	before := v.n
	if len(dates) > 0 {
		ops := make([]any, len(dates))
		for i, date := range dates {
			v.n++
			ops[i] = chosen(v.n, date, portions(servertest.Meal(date, v.n%4), 1))
		}
		r["ops"] = ops
	}
	got, err := w.ask(v.who, "POST", "/api/sync", r)
	if err != nil || got.Status != 200 {
		v.n = before
		return got, err
	}
	var said struct {
		Cur int64
		Tag string
		Ack []any
	}
	if err := json.Unmarshal(got.Body, &said); err != nil {
		return got, err
	}
	if v.cur = said.Cur; said.Tag != "" {
		v.tag = said.Tag
	}
	if len(said.Ack) == 0 || said.Ack[0] != float64(v.n) {
		err = fmt.Errorf("not everything was taken: %s", got.Body)
	}
	return got, err
}

// note keeps the statements of queries for one batch.
type note struct{ *pgx.Batch }

var errNoted = errors.New("only noted")

func (n note) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	n.Queue(sql, args...)
	return pgconn.CommandTag{}, nil
}

func (n note) Query(_ context.Context, sql string, args ...any) (pgx.Rows, error) {
	n.Queue(sql, args...)
	return nil, errNoted
}

func (n note) QueryRow(_ context.Context, sql string, args ...any) pgx.Row {
	n.Queue(sql, args...)
	return unread{}
}

type unread struct{}

func (unread) Scan(...any) error { return errNoted }

// once sends a transaction in one round trip.
func once(ctx context.Context, line *pgx.Conn, write func(q *db.Queries, b *pgx.Batch) error) error {
	b := &pgx.Batch{}
	b.Queue("BEGIN")
	if err := write(db.New(note{b}), b); err != nil {
		return err
	}
	b.Queue("COMMIT")
	return line.SendBatch(ctx, b).Close()
}

// orders writes what a hand-off that a card pays writes, and locks what it must.
func (d *driver) orders(ctx context.Context, line *pgx.Conn, who visitor) error {
	row, email := d.Place, "person@grown.example"
	row.ID, row.HandoffKey, row.ProfileID, row.CompanyID, row.Rev = ulid.Make().String(), ulid.Make().String(), who.Profile, who.Company, 6
	row.DeviceID, row.Deliveries, row.Addresses = &who.Device, nil, nil
	durations := []string{}
	for range row.Dates {
		row.Deliveries, row.Addresses = append(row.Deliveries, ulid.Make().String()), append(row.Addresses, "01GAD"+who.Company[5:])
		durations = append(durations, "Daily")
	}
	row.OfDeliveries = row.Deliveries
	attempt := db.AttemptInsertParams{ID: ulid.Make().String(), Purpose: "order", SubjectID: row.ID, ProfileID: who.Profile,
		CompanyID: who.Company, Reference: ulid.Make().String(), Amount: row.PayableAmount, Email: email, CreatedAt: now,
		ExpiresAt: now.Add(15 * time.Minute), HandoffKey: &row.HandoffKey}
	return once(ctx, line, func(q *db.Queries, b *pgx.Batch) error {
		_, _ = q.ProfileRevNext(ctx, who.Profile)
		_, _ = q.HandoffDrafts(ctx, who.Profile, row.Dates)
		b.Queue("SELECT FROM share_periods WHERE profile_id = $1 AND period_start = ANY($2::date[]) FOR UPDATE", who.Profile, row.Dates)
		b.Queue(`INSERT INTO river_job (kind, args, max_attempts, state, scheduled_at) VALUES ('bench', $1, 25, 'scheduled', $2)`,
			json.RawMessage(`{"attempt": "`+attempt.ID+`"}`), now.AddDate(1, 0, 0))
		return errors.Join(q.HandoffPeriodsMake(ctx, durations, row.Dates, who.Profile), q.OrderPlace(ctx, row),
			q.OrderReserve(ctx, db.OrderReserveParams{ProfileID: who.Profile, CompanyID: who.Company, Duration: "Daily", State: "held",
				Starts: row.Dates, Amounts: row.CompanyShares, Deliveries: row.Deliveries}), q.AttemptInsert(ctx, attempt))
	})
}

// writes is what a sync of a change of each date writes.
func (v *device) writes(ctx context.Context, line *pgx.Conn, dates []clock.Date) error {
	numbers, ids, items, hash := []int64{}, []string{}, []string{}, sha256.Sum256([]byte(v.id))
	for _, date := range dates {
		v.n++
		numbers, ids = append(numbers, int64(v.n)), append(ids, ulid.Make().String())
		items = append(items, fmt.Sprintf(`[{"meal": %q, "qty": 1}]`, servertest.Meal(date, v.n%4)))
	}
	v.rev++
	session := sha256.Sum256([]byte(v.who.Session))
	return once(ctx, line, func(q *db.Queries, b *pgx.Batch) error {
		_, _ = q.DeviceLock(ctx, db.DeviceLockParams{ID: v.id, ProfileID: v.who.Profile, App: "2026.11.1", Now: now, SessionID: session[:]})
		_, _ = q.DraftDaysOn(ctx, v.who.Profile, dates)
		b.Queue(`INSERT INTO draft_days (profile_id, date, rev, set_rev, by_device, items)
			SELECT $1, unnest($2::date[]), $3, $3, $4, unnest($5::text[])::jsonb
			ON CONFLICT (profile_id, date) DO UPDATE SET rev = excluded.rev, set_rev = excluded.set_rev, by_device = excluded.by_device,
			items = excluded.items`, v.who.Profile, dates, v.rev, v.id, items)
		b.Queue(`WITH numbered AS (UPDATE profile_revs SET rev = $7 WHERE profile_id = $3),
			advanced AS (UPDATE devices SET last_n = $8, last_id = $9 WHERE id = $1)
			INSERT INTO operations (device_id, n, profile_id, id, hash, kind, code, at)
			SELECT $1, unnest($2::bigint[]), $3, unnest($4::text[]), $5, 'day.set/1', 0, $6`, v.id, numbers, v.who.Profile, ids, hash[:], now,
			v.rev, numbers[len(numbers)-1], ids[len(ids)-1])
		return nil
	})
}
