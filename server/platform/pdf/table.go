package pdf

// Column of a table. Titles are drawn below each other: one for each language.
type Column struct {
	Titles []string
	Width  float64
	Align  Align
}

// Cell of a row. Under is drawn below in smaller letters. Each is one line, or in a Whole cell as many as needed, and the row grows with
// it.
type Cell struct {
	Text, Under string
	Bold, Whole bool
}

// Table draws rows and begins a new page when one is full, repeating the titles.
type Table struct {
	X       float64
	Columns []Column
	Size    float64 // of its text, in points
	Row     float64 // least height of a row
	Bottom  float64 // lowest position of rows on a page
	Next    func() float64
	doc     *Doc
	y       float64
}

const cellGap = 1.6 // on both sides of a cell

// Table begins a table at y. t.Next begins the next page and gives the y at which the table continues.
func (d *Doc) Table(t Table, y float64) *Table {
	t.doc, t.y = d, y
	t.titles()
	return &t
}

// Y is the position below the last row.
func (t *Table) Y() float64 { return t.y }

func (t *Table) width() (sum float64) {
	for _, c := range t.Columns {
		sum += c.Width
	}
	return sum
}

func (t *Table) titles() {
	most := 0
	for _, c := range t.Columns {
		most = max(most, len(c.Titles))
	}
	s := Style{Size: t.Size - 1, Bold: true, Colour: Muted}
	height := float64(most)*s.LineHeight() + 2*cellGap
	t.doc.Box(t.X, t.y, t.width(), height, Tint)
	x := t.X
	for _, c := range t.Columns {
		s.Align = c.Align
		for i, title := range c.Titles {
			t.doc.Text(x+cellGap, t.y+cellGap+float64(i)*s.LineHeight(), c.Width-2*cellGap, s, title)
		}
		x += c.Width
	}
	t.y += height
}

// Room begins a new page unless this much height is left on this one.
func (t *Table) Room(height float64) {
	if t.y+height > t.Bottom {
		t.y = t.Next()
		t.titles()
	}
}

// Add draws a row on this page, or on the next when it does not fit.
func (t *Table) Add(cells ...Cell) {
	row, stacks := t.Row, make([]stack, len(cells))
	for i, cell := range cells {
		stacks[i] = t.stack(t.Columns[i], cell)
		if cell.Whole {
			row = max(row, stacks[i].height()+2*cellGap)
		}
	}
	t.Room(row)
	x := t.X
	for i, lines := range stacks {
		y := t.y + (row-lines.height())/2
		for _, l := range lines {
			t.doc.Text(x+cellGap, y, t.Columns[i].Width-2*cellGap, l.Style, l.text)
			y += l.LineHeight()
		}
		x += t.Columns[i].Width
	}
	t.y += row
	t.doc.Line(t.X, t.y, t.X+t.width(), t.y, 0.15, Rule)
}

// stack is the lines of a cell, one below the other.
type stack []struct {
	Style
	text string
}

func (s stack) height() (sum float64) {
	for _, l := range s {
		sum += l.LineHeight()
	}
	return sum
}

func (t *Table) stack(c Column, cell Cell) (all stack) {
	add := func(s Style, text string) {
		lines := []string{text}
		if cell.Whole {
			lines = t.doc.Lines(s, c.Width-2*cellGap, text)
		}
		for _, line := range lines {
			all = append(all, struct {
				Style
				text string
			}{s, line})
		}
	}
	add(Style{Size: t.Size, Bold: cell.Bold, Align: c.Align}, cell.Text)
	if cell.Under != "" {
		add(Style{Size: t.Size - 1.5, Colour: Muted, Align: c.Align}, cell.Under)
	}
	return all
}
