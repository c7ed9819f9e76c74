package person

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestALeakedPasswordIsRefusedAndHardlyAnyOther(t *testing.T) {
	t.Parallel()
	require.LessOrEqual(t, len(leakedList), 200_000, "bytes of the binary")
	for _, password := range []string{"4815162342", "UsuckBallz1", " slallcheats ", "9501988564"} {
		require.ErrorContains(t, strong("password", password, "mariam@harbourline.example"), "leaked", password)
	}
	require.NoError(t, strong("password", "slallcheats at noon", "mariam@harbourline.example"))
	refused := 0
	for i := range 100_000 {
		if leaked(fmt.Sprintf("a good password %d", i)) {
			refused++
		}
	}
	require.LessOrEqual(t, refused, 5)
}
