package pdf

import "github.com/boombuler/barcode/qr"

// QR draws a QR code of text into a square, including the quiet zone of four modules that scanners need.
func (d *Doc) QR(x, y, side float64, text string) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		d.pdf.SetError(err)
		return
	}
	size := code.Bounds().Dx()
	black := func(x, y int) bool { r, _, _, _ := code.At(x, y).RGBA(); return r == 0 }
	module := side / float64(size+8)
	d.Box(x, y, side, side, White)
	for row := range size {
		for from := 0; from < size; from++ {
			to := from
			for to < size && black(to, row) {
				to++
			}
			if to > from { // adjacent modules as one box: between two, a printer may leave a hairline
				d.Box(x+float64(from+4)*module, y+float64(row+4)*module, float64(to-from)*module, module, Colour{})
				from = to
			}
		}
	}
}
