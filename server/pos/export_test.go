package pos

// A kind of fact that breaks whoever reads it: no good one does.
func init() {
	kinds["boom/1"] = func(*said) string { panic("boom") }
}

// Mark is what a receipt of a till is marked with.
func (p *Pos) Mark(till, text string) string { return receiptMAC(p.receiptKey(till), text) }
