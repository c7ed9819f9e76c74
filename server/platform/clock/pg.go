package clock

import (
	"fmt"

	"github.com/jackc/pgx/v5/pgtype"
)

// ScanDate reads a Postgres date.
func (d *Date) ScanDate(v pgtype.Date) error {
	if !v.Valid || v.InfinityModifier != pgtype.Finite {
		return fmt.Errorf("date is null or infinite")
	}
	*d = Date(v.Time.Unix() / 86400)
	return nil
}

// DateValue writes a Postgres date.
func (d Date) DateValue() (pgtype.Date, error) {
	return pgtype.Date{Time: d.Time(), Valid: true}, nil
}
