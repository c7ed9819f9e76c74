package pos

// A kind of fact that breaks whoever reads it: no good one does.
func init() {
	kinds["boom/1"] = func(*said) string { panic("boom") }
}

// NotMeToken is the token in the letter about a sale.
func NotMeToken(p *Pos, sale string) string { return p.notMe(sale) }
