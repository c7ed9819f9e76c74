package api_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/order"
	"sahn/server/payment/aps"
)

// equip gives the process that asks what it needs for the hour: the provider's signature.
func (s *setup) equip(t *testing.T, h *testApp) {
	t.Helper()
	s.Cards = h.parts.Payments.Provider.Settings
}

// hour is what the people of the hour share.
type hour struct {
	in, out   atomic.Int64
	saves     []*busyDevice
	idles     []*busyDevice
	save      atomic.Int64
	idle      atomic.Int64
	admin     atomic.Int64
	mu        sync.Mutex
	unpaid    []underway // orders whose payment the provider has not told of
	asked     int
	everybody []underway
}

// underway is an order with a card that somebody has handed off.
type underway struct {
	who    visitor
	intent string
	amount int64
}

// busyDevice says one thing after the other.
type busyDevice struct {
	sync.Mutex
	*device
}

// errDone is said when nobody is left who could ask.
var errDone = errors.New("done")

func (h *hour) begin(s *setup) {
	for i := range synced {
		first := len(s.People) - 3*synced // who are not there to order
		h.saves = append(h.saves, &busyDevice{device: &device{who: s.People[first+i], id: ulid.Make().String()}})
		h.idles = append(h.idles, &busyDevice{device: &device{who: s.People[first+synced+i], id: ulid.Make().String()}})
	}
}

// count adds up the bytes of a request.
func (h *hour) count(w *wire, do func(w *wire) error, at string) error {
	if at != "" {
		w = &wire{at: at}
		defer w.close()
	}
	sent, got := w.sent, w.got
	err := do(w)
	h.in.Add(w.sent - sent)
	h.out.Add(w.got - got)
	return err
}

// next is the one after another of some, whatever others do.
func next[T any](n *atomic.Int64, of []T) T { return of[int(n.Add(1))%len(of)] }

// visits are the kinds of requests of the hour, as package capacity names them.
var visits = map[string]func(d *driver, w *wire, reader visitor) error{
	"app file": func(_ *driver, w *wire, who visitor) error {
		return expect(200)(w.ask(who, "GET", "/", nil, "Accept-Encoding: br"))
	},
	"get-profile": func(_ *driver, w *wire, who visitor) error {
		return expect(200)(w.ask(who, "GET", "/api/get-profile", nil, "Accept-Encoding: br"))
	},
	"weeks": func(_ *driver, w *wire, who visitor) error {
		return expect(200)(w.ask(who, "GET", "/api/menu", nil, "Accept-Encoding: br"))
	},
	"menu 304": func(d *driver, w *wire, who visitor) error {
		return expect(304)(w.ask(who, "GET", "/api/menu/"+d.Week+"/"+d.Hash, nil, "Accept-Encoding: br", "If-None-Match: "+d.ETag))
	},
	"menu 200": func(d *driver, w *wire, who visitor) error {
		return expect(200)(w.ask(who, "GET", "/api/menu/"+d.Week+"/"+d.Hash, nil, "Accept-Encoding: br"))
	},
	"idle sync": func(d *driver, w *wire, _ visitor) error {
		one := next(&d.hour.idle, d.hour.idles)
		one.Lock()
		defer one.Unlock()
		return expect(200)(one.sync(w, nil))
	},
	"save": func(d *driver, w *wire, _ visitor) error {
		one := next(&d.hour.save, d.hour.saves)
		one.Lock()
		defer one.Unlock()
		return expect(200)(one.sync(w, d.Dates[:1]))
	},
	"quote": func(d *driver, w *wire, who visitor) error {
		return expect(200)(w.ask(who, "POST", "/api/quote", fields{"dates": d.Dates, "wallet": false}))
	},
	"wallet": func(_ *driver, w *wire, who visitor) error {
		return expect(200)(w.ask(who, "GET", "/api/client-transaction-list/"+who.Profile, nil))
	},
	"members": func(d *driver, w *wire, _ visitor) error {
		return expect(200)(w.ask(next(&d.hour.admin, d.People[:firstOne]), "GET", "/api/members", nil, "Accept-Encoding: br"))
	},
	"report": func(d *driver, w *wire, _ visitor) error {
		return expect(200)(w.ask(next(&d.hour.admin, d.People[:firstOne]), "GET", "/api/company-reports", nil, "Accept-Encoding: br"))
	},
	"hand-off":      (*driver).handsOver,
	"notification":  (*driver).notifies,
	"payment state": (*driver).asksAbout,
}

func (d *driver) handsOver(w *wire, _ visitor) error {
	n := d.ordering.Add(1)
	if n >= d.until {
		return errDone
	}
	r, who := d.Order, d.People[n]
	r.Device, r.Key = who.Device, ulid.Make().String()
	got, err := w.ask(who, "POST", "/api/handoff", r)
	if err := expect(200)(got, err); err != nil {
		return err
	}
	var said order.Handoff
	if err := json.Unmarshal(got.Body, &said); err != nil {
		return err
	}
	d.hour.mu.Lock()
	defer d.hour.mu.Unlock()
	of := underway{who, said.Intent, said.Amount}
	d.hour.unpaid, d.hour.everybody = append(d.hour.unpaid, of), append(d.hour.everybody, of)
	return nil
}

// notifies is the provider, who tells that an order is paid.
func (d *driver) notifies(w *wire, _ visitor) error {
	d.hour.mu.Lock()
	if len(d.hour.unpaid) == 0 {
		d.hour.mu.Unlock()
		return errDone
	}
	of := d.hour.unpaid[0]
	d.hour.unpaid = d.hour.unpaid[1:]
	d.hour.mu.Unlock()
	told := map[string]string{"command": "PURCHASE", "merchant_reference": of.intent, "amount": strconv.FormatInt(of.amount, 10),
		"currency": "AED", "language": "en", "customer_email": "a@example.ae", "payment_option": "VISA", "card_number": "400555******0001",
		"eci": "ECOMMERCE", "response_message": "Success", "fort_id": fmt.Sprint(rand.Uint64N(1e18)), //nolint:gosec // a number
		"status": "14", "response_code": "14000", "access_code": d.Cards.AccessCode, "merchant_identifier": d.Cards.MerchantIdentifier}
	told["signature"] = aps.Sign(told, d.Cards.ResponsePhrase, d.Cards.SHAType)
	return expect(200)(w.ask(of.who, "POST", "/payment/notify", told))
}

func (d *driver) asksAbout(w *wire, _ visitor) error {
	d.hour.mu.Lock()
	if len(d.hour.everybody) == 0 {
		d.hour.mu.Unlock()
		return errDone
	}
	d.hour.asked++
	of := d.hour.everybody[d.hour.asked%len(d.hour.everybody)]
	d.hour.mu.Unlock()
	return expect(200)(w.ask(of.who, "GET", "/api/intent/"+of.intent, nil))
}

// play lets requests arrive at random moments, whether those before are answered or not, and says how long each took from its moment.
func (d *driver) play(t turn) told {
	type visit struct {
		kind string
		at   time.Duration
	}
	var all []visit
	for kind, rate := range t.Rates {
		for at := rand.ExpFloat64() / rate; at < t.Long.Seconds(); at += rand.ExpFloat64() / rate { //nolint:gosec // not a secret
			all = append(all, visit{kind, time.Duration(at * float64(time.Second))})
		}
	}
	slices.SortFunc(all, func(a, b visit) int { return int(a.at - b.at) })
	said := told{Kinds: map[string]timeSpent{}}
	var workers sync.WaitGroup
	var mu sync.Mutex
	queue, began := make(chan visit, len(all)), time.Now()
	for client := range t.Clients {
		workers.Go(func() {
			w := &wire{at: d.Server}
			defer w.close()
			for v := range queue {
				reader := d.readers[(client+t.Clients*int(v.at.Microseconds()))%len(d.readers)]
				err := d.hour.count(w, func(w *wire) error { return visits[v.kind](d, w, reader) }, "")
				took := time.Since(began.Add(v.at))
				mu.Lock()
				of := said.Kinds[v.kind]
				switch {
				case errors.Is(err, errDone):
				case errors.Is(err, errBusy):
					of.Refused++
					said.Refused++
				case err != nil:
					said.Error = v.kind + ": " + err.Error()
				default:
					of.Done++
					said.Done++
					of.Times = append(of.Times, took)
				}
				said.Kinds[v.kind] = of
				mu.Unlock()
			}
		})
	}
	for _, v := range all {
		time.Sleep(time.Until(began.Add(v.at)))
		queue <- v
	}
	close(queue)
	workers.Wait()
	said.Took, said.In, said.Out = time.Since(began), d.hour.in.Swap(0), d.hour.out.Swap(0)
	return said
}
