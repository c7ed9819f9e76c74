package db

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"sahn/server/platform/clock"
)

// readDates lets a connection read and write clock.Date. That type imports no driver, so that business rules with dates compile without
// one.
func readDates(_ context.Context, conn *pgx.Conn) error {
	m := conn.TypeMap()
	m.TryWrapEncodePlanFuncs = slices.Insert(m.TryWrapEncodePlanFuncs, 0, wrapDateEncodePlan)
	m.TryWrapScanPlanFuncs = slices.Insert(m.TryWrapScanPlanFuncs, 0, wrapDateScanPlan)
	return nil
}

// date is a clock.Date that pgx knows how to read and write.
type date clock.Date

// ScanDate reads a Postgres date.
func (d *date) ScanDate(v pgtype.Date) error {
	if !v.Valid || v.InfinityModifier != pgtype.Finite {
		return fmt.Errorf("date is null or infinite")
	}
	*d = date(v.Time.Unix() / 86400)
	return nil
}

// DateValue writes a Postgres date.
func (d date) DateValue() (pgtype.Date, error) {
	return pgtype.Date{Time: clock.Date(d).Time(), Valid: true}, nil
}

type dateEncodePlan struct{ next pgtype.EncodePlan }

func wrapDateEncodePlan(value any) (pgtype.WrappedEncodePlanNextSetter, any, bool) {
	if d, ok := value.(clock.Date); ok {
		return &dateEncodePlan{}, date(d), true
	}
	return nil, nil, false
}

// SetNext is called with the plan for a date.
func (p *dateEncodePlan) SetNext(next pgtype.EncodePlan) { p.next = next }

// Encode writes a clock.Date.
func (p *dateEncodePlan) Encode(value any, buf []byte) ([]byte, error) {
	return p.next.Encode(date(value.(clock.Date)), buf)
}

type dateScanPlan struct{ next pgtype.ScanPlan }

func wrapDateScanPlan(target any) (pgtype.WrappedScanPlanNextSetter, any, bool) {
	if d, ok := target.(*clock.Date); ok {
		return &dateScanPlan{}, (*date)(d), true
	}
	return nil, nil, false
}

// SetNext is called with the plan for a date.
func (p *dateScanPlan) SetNext(next pgtype.ScanPlan) { p.next = next }

// Scan reads into a *clock.Date.
func (p *dateScanPlan) Scan(src []byte, target any) error {
	return p.next.Scan(src, (*date)(target.(*clock.Date)))
}
