package web_test

import (
	"net/http/httptest"
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"
)

// Fiber reuses a request's memory for the next one, so handlers must get copies of what they read.
func TestWhatWasReadFromARequestStaysWhatItWas(t *testing.T) {
	t.Parallel()
	keep := func(immutable bool) (query, header string) {
		app := fiber.New(fiber.Config{Immutable: immutable})
		app.Get("/", func(c fiber.Ctx) error {
			query, header = c.Query("word"), c.Get("X-Word")
			copy(c.RequestCtx().QueryArgs().Peek("word"), "other-word") // as the next request would
			copy(c.Request().Header.Peek("X-Word"), "other-word")
			return nil
		})
		r := httptest.NewRequest("GET", "/?word=first-word", nil)
		r.Header.Set("X-Word", "first-word")
		res, err := app.Test(r)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return query, header
	}
	query, header := keep(true)
	require.Equal(t, []string{"first-word", "first-word"}, []string{query, header}, "as the app is set up")
	query, header = keep(false)
	require.Equal(t, []string{"other-word", "other-word"}, []string{query, header}, "the control")
}
