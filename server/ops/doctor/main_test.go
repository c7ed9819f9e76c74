package doctor_test

import (
	"testing"

	"sahn/server/servertest"
)

func TestMain(m *testing.M) { servertest.Main(m) }
