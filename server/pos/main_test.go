package pos_test

import (
	"testing"

	"sahn/server/dev/servertest"
)

func TestMain(m *testing.M) { servertest.Main(m) }
