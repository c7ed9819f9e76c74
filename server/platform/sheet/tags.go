package sheet

// What the tags of a table may hold. The deepest element that spreadsheets write has eight above it, the one with the most attributes
// has about twenty, and a cell has three.
const (
	maxDepth      = 32
	maxOfTag      = 64
	maxAttributes = 1_200_000 // of a part
)

// Where in XML a byte stands.
const (
	inText = iota
	atTag  // behind <
	inTag
	inValue
	atMark // behind <!
	inComment
	inCDATA
	inInstruction // <? … ?>
)

// tags follows the tags of XML, chunk by chunk and without keeping any, because a parser spends many times their bytes on attributes and on
// elements within elements.
type tags struct {
	where, depth, ofTag, attributes int
	closing                         bool
	fresh                           bool // what ends a comment is behind its beginning: <!--> is none
	quote, last, before             byte
}

// within reads on, and says whether everything is within the limits.
func (t *tags) within(chunk []byte) bool {
	for _, b := range chunk {
		if t.where == inText && b != '<' { // most bytes
			continue
		}
		if !t.next(b) {
			return false
		}
		t.before, t.last = t.last, b
		if t.fresh {
			t.before, t.last, t.fresh = 0, 0, false
		}
	}
	return true
}

func (t *tags) next(b byte) bool {
	switch t.where {
	case inText:
		t.where, t.closing, t.ofTag = atTag, false, 0
	case atTag:
		t.begin(b)
	case inTag:
		return t.tag(b)
	case inValue:
		if b == t.quote {
			t.where = inTag
		}
	case atMark:
		return t.mark(b)
	case inComment:
		t.endsWith(b, '-', '-')
	case inCDATA:
		t.endsWith(b, ']', ']')
	case inInstruction:
		t.endsWith(b, t.before, '?')
	}
	return true
}

// mark is false for a document type, of which tables have none.
func (t *tags) mark(b byte) bool {
	switch {
	case b == '[':
		t.where = inCDATA
	case b == '-' && t.last == '-':
		t.where = inComment
	default:
		return b == '-' && t.last == '!'
	}
	t.fresh = true
	return true
}

func (t *tags) endsWith(b, before, last byte) {
	if b == '>' && t.last == last && t.before == before {
		t.where = inText
	}
}

func (t *tags) begin(b byte) {
	switch b {
	case '!':
		t.where = atMark
	case '?':
		t.where = inInstruction
	default:
		t.where, t.closing = inTag, b == '/'
	}
}

func (t *tags) tag(b byte) bool {
	switch b {
	case '"', '\'':
		t.where, t.quote = inValue, b
	case '=':
		t.ofTag++
		t.attributes++
	case '>':
		t.where = inText
		switch {
		case t.closing:
			t.depth--
		case t.last != '/':
			t.depth++
		}
	}
	return t.depth <= maxDepth && t.ofTag <= maxOfTag && t.attributes <= maxAttributes
}
