package amendment_test

import (
	"testing"

	"sahn/server/dev/servertest"
)

func TestMain(m *testing.M) { servertest.Main(m) }

// The days of the week in which everybody orders.
var (
	mon = servertest.Week
	tue = mon + 1
	wed = mon + 2
	thu = mon + 3
	fri = mon + 4
)
