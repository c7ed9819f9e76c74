package company

import (
	"context"
	"fmt"

	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
)

// areaFacts and windowFacts are an area and a window in the audit log, as the office writes them too.
type areaFacts struct {
	Name   string `json:"name"`
	NameAr string `json:"name_ar"`
	Closed bool   `json:"closed"`
}

type windowFacts struct {
	From     string `json:"from"`
	Until    string `json:"until"`
	Closed   bool   `json:"closed"`
	Weekdays string `json:"weekdays"`
	Capacity int    `json:"capacity"`
}

// ChangeAreas makes the changes of areas and windows whose day has come, each with its act. What is told of dates stays the same by it.
func (c *Companies) ChangeAreas(ctx context.Context) error {
	now := c.now()
	today := clock.DateOf(now)
	due, err := db.New(c.db).AreaChangesDue(ctx, today)
	if err != nil || !due {
		return err
	}
	return db.InTx(ctx, c.db, func(ctx context.Context, tx db.Tx) error {
		areas, err := tx.AreasBegin(ctx, today, now)
		if err != nil {
			return fmt.Errorf("begin changes of areas: %w", err)
		}
		windows, err := tx.WindowsBegin(ctx, today, now)
		if err != nil {
			return fmt.Errorf("begin changes of windows: %w", err)
		}
		var acts []audit.Act
		for _, a := range areas {
			acts = append(acts, audit.Act{At: now, Kind: "area.start", Subject: a.ID, Before: areaFacts{a.WasName, a.WasNameAr, a.WasClosed},
				After: areaFacts{a.Name, a.NameAr, a.Closed}})
		}
		for _, w := range windows {
			acts = append(acts, audit.Act{At: now, Kind: "window.start", Subject: w.WindowID,
				Before: windowFacts{w.WasFromTime, w.WasUntilTime, w.WasClosed, fmt.Sprint(w.WasWeekdays), w.WasCapacity},
				After:  windowFacts{w.FromTime, w.UntilTime, w.Closed, fmt.Sprint(w.Weekdays), w.Capacity}})
		}
		b := &db.Batch{}
		if err := audit.Writes(b, now, acts); err != nil {
			return err
		}
		return b.In(ctx, tx)
	})
}
