package pdf

import "rsc.io/qr"

// QR draws a QR code of text into a square, including the quiet zone of four modules that scanners need.
func (d *Doc) QR(x, y, side float64, text string) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		d.pdf.SetError(err)
		return
	}
	module := side / float64(code.Size+8)
	d.Box(x, y, side, side, White)
	for row := range code.Size {
		for from := 0; from < code.Size; from++ {
			to := from
			for to < code.Size && code.Black(to, row) {
				to++
			}
			if to > from { // adjacent modules as one box: between two, a printer may leave a hairline
				d.Box(x+float64(from+4)*module, y+float64(row+4)*module, float64(to-from)*module, module, Colour{})
				from = to
			}
		}
	}
}
