// Package season reads what Ramadan and Fridays change of the cut-offs of days.
package season

import (
	"context"
	"encoding/json"
	"fmt"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/week"
)

// Early reads which days of a span close earlier than others.
func Early(ctx context.Context, q *db.Queries, from, until clock.Date) (early week.Early, err error) {
	read, err := q.CutoffsEarly(ctx, from, until)
	if err == nil {
		err = json.Unmarshal(read, &early)
	}
	if err != nil {
		return nil, fmt.Errorf("read earlier cut-offs: %w", err)
	}
	return early, nil
}
