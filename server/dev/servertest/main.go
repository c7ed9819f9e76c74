// Package servertest is the environment of the server's tests: a real Postgres with a fresh, migrated database for each test, and a Redis
// of its own. It promises that nothing of it outlives the tests: the next test run removes what a killed one leaves.
package servertest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

var inMain atomic.Bool

// Main runs a package's tests and then stops the servers that they started. Every package that uses Postgres or DB has
//
//	func TestMain(m *testing.M) { servertest.Main(m) }
func Main(m *testing.M) {
	inMain.Store(true)
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-interrupted
		end(130)
	}()
	end(m.Run())
}

var ending sync.Mutex // never unlocked: the first to end ends the process

func end(code int) {
	ending.Lock()
	if err := errors.Join(dropDatabases(context.Background()), stopPostgres()); err != nil {
		fmt.Fprintln(os.Stderr, "stop the test server:", err)
		code = max(code, 1)
	}
	os.Exit(code)
}
