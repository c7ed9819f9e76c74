package retention_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/retention"
)

// The kitchen's screen says in both languages what each kind is and why it is kept.
func TestEachKindHasItsWordsOnTheScreen(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"../../pwa/i18n/retention.ts", "../../pwa/i18n/ar/retention.ts"} {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, kind := range retention.Of(nil) {
			require.Regexp(t, `(?m)^    `+kind.Name+`: \{`, string(text), path)
		}
	}
}
