// Package text prepares lines for a program that draws characters from left to right as they are, as a PDF does: Arabic letters take the
// form that their neighbours require, and a line is put into its visual order.
package text

import (
	"slices"

	"golang.org/x/text/unicode/bidi"
)

// Visual is one line in visual order, with its Arabic letters joined. fromRight is for a line of an Arabic text, also when it begins with
// a number or a Latin word; otherwise the first letter decides.
func Visual(line []rune, fromRight bool) []rune { return visual(shape(line), fromRight) }

// visual puts one line into visual order, from left to right: the Unicode Bidirectional Algorithm (UAX #9) without its explicit controls,
// which no name and no sentence of ours needs. fromRight makes it a right-to-left line, also when it begins with a left-to-right letter.
func visual(line []rune, fromRight bool) []rune {
	base := 0
	class := make([]bidi.Class, len(line))
	for i, r := range line {
		p, _ := bidi.LookupRune(r)
		class[i] = p.Class()
	}
	if i := slices.IndexFunc(class, func(c bidi.Class) bool { return c == bidi.L || c == bidi.R || c == bidi.AL }); fromRight ||
		i >= 0 && class[i] != bidi.L {
		base = 1 // the first letter decides the line's direction
	}
	return reorder(line, levels(resolve(class, base), base), base)
}

// resolve classifies every character as left (L), right (R), a European number (EN), an Arabic number (AN), or neutral (ON).
func resolve(class []bidi.Class, base int) []bidi.Class {
	edge := bidi.L
	if base == 1 {
		edge = bidi.R
	}
	class = slices.Clone(class)
	at := func(i int) bidi.Class {
		if i < 0 || i >= len(class) {
			return edge
		}
		return class[i]
	}
	strong := edge
	for i, c := range class { // W1, W2, W3
		switch c {
		case bidi.NSM:
			class[i] = at(i - 1)
		case bidi.L, bidi.R, bidi.AL:
			strong = c
		case bidi.EN:
			if strong == bidi.AL {
				class[i] = bidi.AN
			}
		}
	}
	for i, c := range class { // W4
		if before := at(i - 1); (c == bidi.ES && before == bidi.EN || c == bidi.CS && (before == bidi.EN || before == bidi.AN)) &&
			before == at(i+1) {
			class[i] = before
		}
	}
	for i := 0; i < len(class); i++ { // W5: 5 % and AED 5 are kept together
		if class[i] != bidi.ET {
			continue
		}
		end := i
		for end < len(class) && class[end] == bidi.ET {
			end++
		}
		if at(i-1) == bidi.EN || at(end) == bidi.EN {
			for ; i < end; i++ {
				class[i] = bidi.EN
			}
		}
		i = end
	}
	strong = edge
	for i, c := range class { // W6, W7
		switch c {
		case bidi.AL:
			class[i], strong = bidi.R, bidi.R
		case bidi.L, bidi.R:
			strong = c
		case bidi.EN:
			if strong == bidi.L {
				class[i] = bidi.L
			}
		case bidi.AN:
		default:
			class[i] = bidi.ON
		}
	}
	side := func(c bidi.Class) bidi.Class {
		if c == bidi.EN || c == bidi.AN {
			return bidi.R
		}
		return c
	}
	for i := 0; i < len(class); { // N1, N2
		if class[i] != bidi.ON {
			i++
			continue
		}
		end := i
		for end < len(class) && class[end] == bidi.ON {
			end++
		}
		becomes := edge
		if before := side(at(i - 1)); before == side(at(end)) {
			becomes = before
		}
		for ; i < end; i++ {
			class[i] = becomes
		}
	}
	return class
}

// levels are even for left-to-right characters and odd for right-to-left ones (rules I1 and I2).
func levels(class []bidi.Class, base int) []int {
	all := make([]int, len(class))
	for i, c := range class {
		all[i] = base
		switch {
		case c == bidi.EN || c == bidi.AN:
			all[i] = 2
		case c == bidi.R:
			all[i] = 1
		case c == bidi.L && base == 1:
			all[i] = 2
		}
	}
	return all
}

// reorder reverses the right-to-left runs, the innermost first, and mirrors their brackets (rules L1, L2 and L4).
func reorder(line []rune, level []int, base int) []rune {
	line = slices.Clone(line)
	for i := len(line) - 1; i >= 0 && line[i] == ' '; i-- {
		level[i] = base
	}
	for i, r := range line {
		if mirror, ok := mirrors[r]; ok && level[i]%2 == 1 {
			line[i] = mirror
		}
	}
	for turn := 2; turn >= 1; turn-- {
		for i := 0; i < len(line); {
			end := i
			for end < len(line) && level[end] >= turn {
				end++
			}
			slices.Reverse(line[i:end])
			slices.Reverse(level[i:end])
			i = max(end, i+1)
		}
	}
	return line
}

var mirrors = map[rune]rune{'(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '<': '>', '>': '<', '«': '»', '»': '«',
	'‹': '›', '›': '‹'}
