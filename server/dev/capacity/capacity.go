// Package capacity predicts what the hour before the cut-off takes of a server: how many requests of each kind arrive, what they cost, and
// how many machines bear that. docs/capacity.md shows its tables, and scripts/bench peak plays the hour and compares.
package capacity

import (
	_ "embed"
	"encoding/json"
	"math"
)

// Cost is what one request takes: µs of processor time by engine, statements, bytes and ms until it is answered when nothing else runs.
type Cost struct {
	API        float64 `json:"api"`      // µs
	Postgres   float64 `json:"postgres"` // µs, without autovacuum
	Redis      float64 `json:"redis"`    // µs
	Statements float64 `json:"statements"`
	In         float64 `json:"in"`  // bytes of the request with its headers
	Out        float64 `json:"out"` // bytes of the answer with its headers
	WAL        float64 `json:"wal"` // bytes
	Alone      float64 `json:"alone"`
}

// Measured is one run of scripts/bench peak on one machine.
type Measured struct {
	Machine string          `json:"machine"`
	Kinds   map[string]Cost `json:"kinds"`
	Idle    Cost            `json:"idle"`    // what the engines take in a second without requests
	Session float64         `json:"session"` // bytes of Redis for each person whom a server has seen
	Order   float64         `json:"order"`   // bytes that the database grows by with each order and all that belongs to it
}

//go:embed measured.json
var measured []byte

// Shipped are the costs that docs/capacity.md is made of.
func Shipped() (m Measured, err error) { return m, json.Unmarshal(measured, &m) }

// The hour: so much of a day's orders come in so many seconds, evenly.
const (
	Share  = 0.8
	Window = 45 * 60.0
	// Ordering is how many of the eaters order on that day.
	Ordering = 0.6
)

// Request is a kind of request, and how often it comes in the window: for each order that is placed, and for each eater that there is.
type Request struct {
	Kind     string
	PerOrder float64
	PerEater float64
	Why      string
}

// Hour is the mixture. It is assumed, not measured: there is no production yet.
var Hour = []Request{
	{"app file", 3, 0, "the app opens 1.5 times an order, from the phone's cache; a tenth of the openings fetch it whole"},
	{"get-profile", 1.5, 0, "each opening"},
	{"weeks", 1.5, 0, "each opening"},
	{"menu 304", 1, 0, "weeks that the phone has"},
	{"menu 200", 0.5, 0, "weeks that it has not"},
	{"idle sync", 3, 0, "each opening, and each return to the app"},
	{"save", 4, 0, "changes of lunches that are sent one by one"},
	{"quote", 2, 0, "the checkout, and once more after a change"},
	{"hand-off", 1, 0, "of five lunches"},
	{"notification", 0.7, 0, "three in ten orders need no card"},
	{"payment state", 1.4, 0, "twice for each card"},
	{"wallet", 0.3, 0, "a look at the wallet"},
	{"members", 0, 0.02, "one admin for 100 eaters, two looks"},
	{"report", 0, 0.01, "one look"},
}

// Rates are requests a second by kind in the window, for so many eaters.
func Rates(eaters float64) map[string]float64 {
	orders, rates := eaters*Ordering*Share/Window, map[string]float64{}
	for _, r := range Hour {
		rates[r.Kind] = orders*r.PerOrder + eaters/Window*r.PerEater
	}
	return rates
}

// Load is what arrives and what it takes in each second. Processor time is in processors.
type Load struct {
	Eaters, Orders, Requests             float64
	API, Postgres, Redis                 float64
	Statements, In, Out, WAL             float64
	WALOfDay, DiskOfDay, RedisMemory     float64 // bytes
	Connections                          float64 // that Postgres works on at the same time, at the middle
	APIMachines, PostgresCPUs, RedisCPUs float64
}

// What a machine is, and how much of it may be used: the rest is for bursts, garbage, vacuum and a machine that is lost.
const (
	Processors = 4.0
	Used       = 0.6
	// Pool is DATABASE_POOL, the connections of a server.
	Pool = 16
)

// Predict is what so many eaters take.
func (m Measured) Predict(eaters float64) Load {
	l := m.Of(Rates(eaters))
	l.Eaters, l.Orders = eaters, eaters*Ordering*Share/Window
	l.WALOfDay = (l.WAL - m.Idle.WAL) * Window / Share
	l.DiskOfDay = eaters * Ordering * m.Order
	l.RedisMemory = eaters * m.Session
	l.APIMachines = math.Max(2, math.Ceil(l.API/(Processors*Used))+1) // one may be lost or replaced
	l.PostgresCPUs = math.Max(2, math.Ceil(l.Postgres/Used))
	l.RedisCPUs = l.Redis / Used
	return l
}

// Of is what arrives and what it takes at these rates, with what the engines take without requests.
func (m Measured) Of(rates map[string]float64) (l Load) {
	l.API, l.Postgres, l.Redis, l.WAL = m.Idle.API/1e6, m.Idle.Postgres/1e6, m.Idle.Redis/1e6, m.Idle.WAL
	for kind, rate := range rates {
		c := m.Kinds[kind]
		l.Requests += rate
		l.API += rate * c.API / 1e6
		l.Postgres += rate * c.Postgres / 1e6
		l.Redis += rate * c.Redis / 1e6
		l.Statements += rate * c.Statements
		l.In += rate * c.In
		l.Out += rate * c.Out
		l.WAL += rate * c.WAL
		l.Connections += rate * c.Alone / 1e3 * c.Postgres / math.Max(1, c.API+c.Postgres+c.Redis)
	}
	return l
}

// Bears is for how many eaters these engines together take so many processors.
func (m Measured) Bears(processors float64) float64 {
	idle := (m.Idle.API + m.Idle.Postgres + m.Idle.Redis) / 1e6
	one := m.Of(Rates(1e6))
	return 1e6 * (processors - idle) / (one.API + one.Postgres + one.Redis - idle)
}

// Answered is how many ms a request of a kind takes on average when so much of so many processors is in use: those that arrive together
// wait for each other.
func (m Measured) Answered(kind string, processors, used float64) float64 {
	return m.Kinds[kind].Alone / (1 - math.Pow(math.Min(used, 0.95), processors))
}
