package doctor_test

import (
	"context"
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/planner"
	"sahn/server/platform/db"
)

func init() {
	maps.Copy(planted, map[string]string{
		"a menu is what its hash says": `UPDATE menus SET body = body || ' '::bytea`,
		"what a menu offers on a day of its week it tells of, once": `
			UPDATE menus SET body = convert_to(replace(convert_from(body, 'UTF8'), '"id":"', '"id":"x'), 'UTF8')`,
		"what is ordered of a planned week is on its menu or was withdrawn": `UPDATE order_lines SET meal = 'x'`,
		"a limit of a planned week counts all that is ordered":              `UPDATE order_lines SET qty = qty + 1`,
	})
}

// plan makes the published week of Town one that was planned.
func plan(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	var meals []planner.Meal
	for _, m := range sample.Meals() {
		m.Art = json.RawMessage(`{}`)
		meals = append(meals, planner.Meal{Code: strings.ToLower(m.ID), Meal: m})
	}
	require.NoError(t, db.InTx(t.Context(), pool, func(ctx context.Context, tx db.Tx) error {
		if err := planner.Fill(ctx, tx.Queries, meals, servertest.Now); err != nil {
			return err
		}
		return planner.Adopt(ctx, tx.Queries, servertest.Week, servertest.Now)
	}))
}

func TestAMenuThatStandsUnderAnotherWeekIsFound(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	servertest.Town(t, pool)
	found := unguarded(t, pool)("another week", "UPDATE menus SET week = week + 7")
	require.Contains(t, found, "a menu is what its hash says")
}
