package mail

// Document is the tax invoice or, with Credit, the tax credit note about what a letter tells. Its Number is empty when there is none:
// nobody paid anything themselves, or nothing was given back.
type Document struct {
	Number string
	Credit bool
}

// Name is what the document is called.
func (d Document) Name() string {
	if d.Credit {
		return "Tax credit note"
	}
	return "Tax invoice"
}
