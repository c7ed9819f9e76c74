package servertest

import (
	"net"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// Tap is a proxy to a server that can be blocked: connections stay open but pass no data, as with a stopped process.
type Tap struct {
	Address string

	shut    atomic.Bool
	kept    atomic.Int64
	opening sync.Mutex
	opened  chan struct{} // closed while the tap is open
}

// NewTap opens one to an address, for the duration of the test.
func NewTap(t testing.TB, to string) *Tap {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	tap := &Tap{Address: l.Addr().String(), opened: make(chan struct{})}
	close(tap.opened)
	var mu sync.Mutex
	conns, over := []net.Conn{}, false
	keep := func(c net.Conn) bool {
		mu.Lock()
		defer mu.Unlock()
		conns = append(conns, c)
		return !over
	}
	go func() {
		for {
			one, err := l.Accept()
			if err != nil {
				return
			}
			other, err := net.Dial("tcp", to)
			if err != nil {
				_ = one.Close()
				continue
			}
			if keep(one) && keep(other) {
				go tap.pass(one, other)
				go tap.pass(other, one)
			}
		}
	}()
	t.Cleanup(func() {
		require.NoError(t, l.Close())
		tap.Open()
		mu.Lock()
		defer mu.Unlock()
		over = true
		for _, c := range conns {
			_ = c.Close()
		}
	})
	return tap
}

// Shut blocks all data.
func (tap *Tap) Shut() {
	tap.opening.Lock()
	defer tap.opening.Unlock()
	if tap.shut.CompareAndSwap(false, true) {
		tap.opened = make(chan struct{})
	}
}

// Open lets all data pass, also what was held back.
func (tap *Tap) Open() {
	tap.opening.Lock()
	defer tap.opening.Unlock()
	if tap.shut.CompareAndSwap(true, false) {
		close(tap.opened)
	}
}

// Kept is how often data was held back.
func (tap *Tap) Kept() int { return int(tap.kept.Load()) }

func (tap *Tap) pass(from, to net.Conn) {
	defer func() { _, _ = from.Close(), to.Close() }()
	b := make([]byte, 1<<14)
	for {
		n, err := from.Read(b)
		if tap.shut.Load() {
			tap.kept.Add(1)
		}
		tap.opening.Lock()
		opened := tap.opened
		tap.opening.Unlock()
		<-opened
		if _, lost := to.Write(b[:n]); err != nil || lost != nil {
			return
		}
	}
}
