package invoice

import (
	"context"

	"sahn/server/platform/pdf"
	"sahn/server/platform/web"
)

// Read is what stands on the PDF that HandlePDF answers.
func (v *Invoices) Read(ctx context.Context, who web.Caller, id string) (lines []pdf.Placed, err error) {
	s, err := v.sheetOf(ctx, who, OneRequest{id})
	if err != nil {
		return nil, err
	}
	d := s.paper()
	d.Watch(func(l pdf.Placed) { lines = append(lines, l) })
	s.draw(d)
	_, err = d.Bytes()
	return lines, err
}
