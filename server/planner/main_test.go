package planner_test

import (
	"testing"

	"sahn/server/dev/servertest"
)

func TestMain(m *testing.M) {
	servertest.FixSeed()
	servertest.Main(m)
}
