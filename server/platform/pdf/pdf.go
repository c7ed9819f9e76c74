// Package pdf draws documents that are printed: on A4, on sheets of labels, on rolls. It knows nothing of the business. Its promises: the
// same calls give the same bytes, text never exceeds its given width, and Arabic is joined and drawn in visual order.
package pdf

import (
	"bytes"
	"embed"
	"fmt"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// Size of a page in millimetres. A roll's height is that of its content.
type Size struct{ Width, Height float64 }

// A4 is in portrait orientation.
var A4 = Size{Width: 210, Height: 297}

// Colour is red, green and blue.
type Colour struct{ R, G, B int }

// The colours of documents: they must differ in greyscale as well.
var (
	Ink   = Colour{22, 34, 28}
	Muted = Colour{92, 104, 97}
	Brand = Colour{15, 107, 75}
	Tint  = Colour{240, 245, 241}
	Rule  = Colour{205, 213, 207}
	White = Colour{255, 255, 255}
)

// Doc is a document being drawn. Lengths are millimetres from the top left corner. Errors are returned by Bytes.
type Doc struct {
	pdf    *fpdf.Fpdf
	size   Size
	placed func(Placed)
}

// Placed is a line of text where it was drawn. Text is in visual order, Said in logical order, both after the line was shortened to its
// width. X is its left edge and Y its baseline.
type Placed struct {
	Page        int
	X, Y, Width float64
	Style       Style
	Text, Said  string
}

//go:embed fonts
var fonts embed.FS

const (
	latin  = "latin"
	arabic = "arabic"
)

// New begins a document without pages. at is its date, in its properties too, so that drawing it again later gives the same bytes.
func New(title, author string, at time.Time) *Doc {
	pdf := fpdf.NewCustom(&fpdf.InitType{OrientationStr: "P", UnitStr: "mm", Size: fpdf.SizeType{Wd: A4.Width, Ht: A4.Height}})
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(at.UTC())
	pdf.SetModificationDate(at.UTC())
	pdf.SetTitle(title, true)
	pdf.SetAuthor(author, true)
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetCellMargin(0)
	for _, f := range []struct{ family, style, file string }{{latin, "", "NotoSans-Regular"}, {latin, "B", "NotoSans-Bold"},
		{arabic, "", "NotoSansArabic-Regular"}, {arabic, "B", "NotoSansArabic-Bold"}} {
		face, err := fonts.ReadFile("fonts/" + f.file + ".ttf")
		if err != nil {
			pdf.SetError(err)
		}
		pdf.AddUTF8FontFromBytes(f.family, f.style, face)
	}
	return &Doc{pdf: pdf, size: A4}
}

// Watch reports every line of text that is drawn from now on, so that the document's author can check its content.
func (d *Doc) Watch(placed func(Placed)) { d.placed = placed }

// Page begins the next page.
func (d *Doc) Page(size Size) {
	d.size = size
	d.pdf.AddPageFormat("P", fpdf.SizeType{Wd: size.Width, Ht: size.Height})
}

// Size is the size of the current page.
func (d *Doc) Size() Size { return d.size }

// OnEveryPage draws on every page when all pages are known: "page 2 of 7".
func (d *Doc) OnEveryPage(draw func(page, of int)) {
	last := d.pdf.PageCount()
	for page := 1; page <= last; page++ {
		d.pdf.SetPage(page)
		draw(page, last)
	}
}

// Line draws a straight line of the given pen width.
func (d *Doc) Line(x1, y1, x2, y2, width float64, c Colour) {
	d.pdf.SetDrawColor(c.R, c.G, c.B)
	d.pdf.SetLineWidth(width)
	d.pdf.Line(x1, y1, x2, y2)
}

// Box fills a rectangle.
func (d *Doc) Box(x, y, width, height float64, c Colour) {
	d.pdf.SetFillColor(c.R, c.G, c.B)
	d.pdf.Rect(x, y, width, height, "F")
}

// Disc fills a circle around a point.
func (d *Doc) Disc(x, y, radius float64, c Colour) {
	d.pdf.SetFillColor(c.R, c.G, c.B)
	d.pdf.Circle(x, y, radius, "F")
}

// Attach puts a file into the document, which readers show beside its pages.
func (d *Doc) Attach(name, description string, content []byte) {
	d.pdf.SetAttachments([]fpdf.Attachment{{Content: content, Filename: name, Description: description}})
}

// Bytes ends the document.
func (d *Doc) Bytes() ([]byte, error) {
	var out bytes.Buffer
	if err := d.pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("draw document: %w", err)
	}
	return out.Bytes(), nil
}
