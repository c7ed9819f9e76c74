package pdf

import (
	"strings"

	"sahn/server/platform/text"
)

// Align is how a text is aligned in its width.
type Align int

// The alignments. Money is aligned to the right.
const (
	Left Align = iota
	Right
	Centre
)

// Style is how a text looks. Size is in points; a zero Colour is Ink. FromRight is for lines of an Arabic text: they are read from the
// right also where they begin with a number or a Latin word. Without it a line's first letter decides.
type Style struct {
	Size      float64
	Bold      bool
	Colour    Colour
	Align     Align
	FromRight bool
}

// LineHeight is the distance to the next line, in millimetres: Arabic needs more than Latin letters.
func (s Style) LineHeight() float64 { return s.Size * point * 1.42 }

const point = 25.4 / 72

// Text draws one line into a width, y being its top. A line that is too long ends with an ellipsis.
func (d *Doc) Text(x, y, width float64, s Style, content string) {
	said, seen := d.fit(s, text.Printable(content), width)
	d.line(x, y, width, s, said, seen)
}

// Paragraph draws text into a width over as many lines as needed, at most `most` of them (any number for 0), and gives the y below it.
func (d *Doc) Paragraph(x, y, width float64, s Style, most int, text string) float64 {
	lines := d.Lines(s, width, text)
	if most > 0 && len(lines) > most {
		lines = append(lines[:most-1], strings.Join(lines[most-1:], " "))
	}
	for _, l := range lines {
		d.Text(x, y, width, s, l)
		y += s.LineHeight()
	}
	return y
}

// Lines breaks text at the width, and at its own line breaks.
func (d *Doc) Lines(s Style, width float64, text string) (lines []string) {
	for part := range strings.SplitSeq(text, "\n") {
		line := ""
		for word := range strings.FieldsSeq(part) {
			longer := strings.TrimSpace(line + " " + word)
			if line != "" && d.Width(s, longer) > width {
				lines, longer = append(lines, line), word
			}
			line = longer
		}
		lines = append(lines, line)
	}
	return lines
}

// Width is the width of a text in one line.
func (d *Doc) Width(s Style, content string) float64 {
	return d.width(s, text.Visual(text.Printable(content), s.FromRight))
}

// fit shortens a line from its logical end until it fits, and gives it also in visual order.
func (d *Doc) fit(s Style, line []rune, width float64) (said, seen []rune) {
	whole := text.Visual(line, s.FromRight)
	if d.width(s, whole) <= width {
		return line, whole
	}
	low, high := 0, len(line)
	for low < high {
		middle := (low + high + 1) / 2
		if d.width(s, text.Visual(cut(line, middle), s.FromRight)) <= width {
			low = middle
		} else {
			high = middle - 1
		}
	}
	if low == 0 {
		return nil, nil // the ellipsis and one letter do not fit
	}
	said = cut(line, low)
	return said, text.Visual(said, s.FromRight)
}

func cut(text []rune, at int) []rune {
	return append([]rune(strings.TrimRight(string(text[:at]), " ,.-·")), '…')
}

func (d *Doc) line(x, y, width float64, s Style, said, seen []rune) {
	needs := d.width(s, seen)
	switch s.Align {
	case Right:
		x += width - needs
	case Centre:
		x += (width - needs) / 2
	}
	base := y + s.Size*point*1.08
	if d.placed != nil && len(seen) > 0 {
		d.placed(Placed{Page: d.pdf.PageNo(), X: x, Y: base, Width: needs, Style: s, Text: string(seen), Said: string(said)})
	}
	c := s.Colour
	if c == (Colour{}) {
		c = Ink
	}
	d.pdf.SetTextColor(c.R, c.G, c.B)
	for _, run := range runs(seen) {
		d.font(run.family, s)
		d.pdf.Text(x, base, run.text)
		x += d.pdf.GetStringWidth(run.text)
	}
}

func (d *Doc) width(s Style, line []rune) (sum float64) {
	for _, run := range runs(line) {
		d.font(run.family, s)
		sum += d.pdf.GetStringWidth(run.text)
	}
	return sum
}

func (d *Doc) font(family string, s Style) {
	weight := ""
	if s.Bold {
		weight = "B"
	}
	d.pdf.SetFont(family, weight, s.Size)
}

type run struct{ family, text string }

// runs splits a line by font: each of the two has letters that the other lacks. Characters of both stay in the current font.
func runs(line []rune) (all []run) {
	begun := 0
	for i, r := range line {
		family := latin
		switch {
		case text.IsArabic(r):
			family = arabic
		case (r == ' ' || r == '\u00a0') && len(all) > 0:
			family = all[len(all)-1].family
		}
		n := len(all)
		if n > 0 && all[n-1].family == family {
			continue
		}
		if n > 0 {
			all[n-1].text = string(line[begun:i])
		}
		all, begun = append(all, run{family: family}), i
	}
	if n := len(all); n > 0 {
		all[n-1].text = string(line[begun:])
	}
	return all
}
