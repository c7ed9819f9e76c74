package kitchen

import (
	"context"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/pdf"
)

// ProductionOf is what HandleProduction answers.
func ProductionOf(ctx context.Context, k *Kitchen, date clock.Date) (Production, error) {
	return k.production(ctx, date, newest)
}

// WriteOn writes a date down, or what differs since.
func WriteOn(ctx context.Context, k *Kitchen, date clock.Date) error {
	return k.add(ctx, date, k.Clock())
}

// OnDate is a request about a date.
func OnDate(date clock.Date) dateRequest { return dateRequest{date.String()} }

// PaperOf is a request for a paper, of one change where run is not empty.
func PaperOf(date clock.Date, paper, run string) paperRequest {
	return paperRequest{Date: date.String(), Paper: paper, Run: run}
}

// TextsOf is every line of text on a paper, of the date as it stands or of one change.
func TextsOf(ctx context.Context, k *Kitchen, date clock.Date, name string, change int) (texts []string, err error) {
	var p Production
	if change > 0 {
		p, err = k.production(ctx, date, change)
	} else {
		p, err = k.fresh(ctx, date)
	}
	if err != nil {
		return nil, err
	}
	if change > 0 {
		p = p.change()
	}
	d := pdf.New("", "", p.Cutoff)
	d.Watch(func(at pdf.Placed) { texts = append(texts, at.Said) })
	p.draw(d, name)
	_, err = d.Bytes()
	return texts, err
}

// show fills a date with what is ordered of it.
func (p *Production) show(offered *menu.Week, rows ...db.RunPresentRow) {
	now := present{newSheet(), map[string]bool{}, map[[2]string]int{}, false}
	for _, r := range rows {
		now.put(r)
	}
	now.describe(offered)
	p.fill(now.sheet, now)
}
