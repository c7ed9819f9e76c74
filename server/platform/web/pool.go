package web

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"sahn/server/platform/fault"
)

// The faults of a full pool. Nothing was done; the caller may try again.
var (
	ErrOwnQueue = fault.New(fault.TooMany, "busy", "Several of these are being made already. Please wait for one to finish.").
			After(10 * time.Second)
	ErrBusy = fault.New(fault.Unavailable, "busy", "We are busy. Please try again in a moment.").After(5 * time.Second)
)

// The limits of a pool.
const (
	perPerson  = 4  // of one person, waiting or running
	perTenant  = 12 // of one tenant, waiting or running
	waitInLine = 8 * time.Second
)

// Pool runs expensive requests (reports, documents, imports) a few at a time, so that all others find a free processor and connection.
// Each tenant has one at work and its own line; lines are served in turn, so a long one makes nobody wait but its own tenant.
type Pool struct {
	mu      sync.Mutex
	free    int
	waiting []*ticket
	inside  map[string]int // waiting and running, by tenant and by person
	running map[string]bool
	served  map[string]int // when a tenant inside had its last turn, counted in turns
	starts  int
}

type ticket struct {
	tenant, person string
	turn           chan struct{}
}

// NewPool makes a pool that runs so many at once, of different tenants.
func NewPool(atOnce int) *Pool {
	return &Pool{free: atOnce, inside: map[string]int{}, running: map[string]bool{}, served: map[string]int{}}
}

// DefaultPool leaves half of the processors, and half of the connections to the database, to everything else: whatever it runs, a sync
// finds a connection.
func DefaultPool(connections int) *Pool {
	return NewPool(heavyAtOnce(runtime.GOMAXPROCS(0), connections))
}

func heavyAtOnce(processors, connections int) int {
	return max(1, min(max(2, processors/2), connections/2))
}

// Enter waits for a turn and returns what ends it. It refuses at once when the caller's own line is full, and later when ctx ends before
// the turn.
func (p *Pool) Enter(ctx context.Context, who Caller) (leave func(), err error) {
	t := &ticket{tenant: "tenant " + tenantOf(who), person: "person " + personOf(who), turn: make(chan struct{})}
	p.mu.Lock()
	if p.inside[t.person] >= perPerson || p.inside[t.tenant] >= perTenant {
		p.mu.Unlock()
		return nil, ErrOwnQueue
	}
	p.inside[t.person]++
	p.inside[t.tenant]++
	p.waiting = append(p.waiting, t)
	p.next()
	p.mu.Unlock()
	select {
	case <-t.turn:
		return func() { p.leave(t, true) }, nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	i := slices.Index(p.waiting, t)
	if i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
	}
	p.mu.Unlock()
	p.leave(t, i < 0) // the turn may have come at the same moment
	return nil, ErrBusy
}

func (p *Pool) leave(t *ticket, ran bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, key := range []string{t.person, t.tenant} {
		if p.inside[key]--; p.inside[key] == 0 {
			delete(p.inside, key)
			delete(p.served, key)
		}
	}
	if ran {
		delete(p.running, t.tenant)
		p.free++
	}
	p.next()
}

// next starts who waits, of the tenants that have nothing at work: first those that were served the longest ago, then as they came.
func (p *Pool) next() {
	for p.free > 0 {
		var best *ticket
		for _, t := range p.waiting {
			if !p.running[t.tenant] && (best == nil || p.served[t.tenant] < p.served[best.tenant]) {
				best = t
			}
		}
		if best == nil {
			return
		}
		p.waiting = slices.DeleteFunc(p.waiting, func(t *ticket) bool { return t == best })
		p.starts++
		p.running[best.tenant], p.served[best.tenant] = true, p.starts
		p.free--
		close(best.turn)
	}
}

// tenantOf is whose line a caller waits in: their company's, or for the lunch company's staff and visitors their own.
func tenantOf(who Caller) string {
	if who.CompanyID != "" {
		return who.CompanyID
	}
	return personOf(who)
}

func personOf(who Caller) string {
	switch {
	case who.ProfileID != "":
		return who.ProfileID
	case who.TillID != "":
		return who.TillID
	case who.KeyID != "":
		return who.KeyID
	}
	return who.IP
}
