package capacity

import (
	"fmt"
	"strings"
)

// Sizes are the numbers of eaters of the page.
var Sizes = []float64{1e4, 1e5, 1e6}

// Tables are those of docs/capacity.md, in its order.
func (m Measured) Tables() []string {
	return []string{m.costs(), m.arrivals(), m.machines()}
}

func (m Measured) costs() string {
	var b strings.Builder
	b.WriteString("| request | µs of API | of Postgres | of Redis | statements | bytes in | out | WAL | ms alone |\n")
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, r := range Hour {
		c := m.Kinds[r.Kind]
		fmt.Fprintf(&b, "| %s | %.0f | %.0f | %.0f | %.0f | %s | %s | %s | %.1f |\n", r.Kind, c.API, c.Postgres, c.Redis, c.Statements,
			grouped(c.In), grouped(c.Out), grouped(c.WAL), c.Alone)
	}
	fmt.Fprintf(&b, "| nothing, for a second | %.0f | %.0f | %.0f | | | | %s | |\n", m.Idle.API, m.Idle.Postgres, m.Idle.Redis,
		grouped(m.Idle.WAL))
	return b.String()
}

func (m Measured) arrivals() string {
	var b strings.Builder
	b.WriteString("| requests a second | for an order | for an eater | 10,000 | 100,000 | 1,000,000 | because |\n")
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | --- |\n")
	for _, r := range Hour {
		fmt.Fprintf(&b, "| %s | %s | %s |", r.Kind, some(r.PerOrder), some(r.PerEater))
		for _, eaters := range Sizes {
			fmt.Fprintf(&b, " %s |", digits(Rates(eaters)[r.Kind]))
		}
		fmt.Fprintf(&b, " %s |\n", r.Why)
	}
	b.WriteString("| all | | |")
	for _, eaters := range Sizes {
		fmt.Fprintf(&b, " %s |", digits(m.Predict(eaters).Requests))
	}
	b.WriteString(" |\n")
	return b.String()
}

func (m Measured) machines() string {
	var b strings.Builder
	b.WriteString("| | 10,000 | 100,000 | 1,000,000 |\n| --- | ---: | ---: | ---: |\n")
	for _, row := range []struct {
		what string
		of   func(l Load) string
	}{
		{"orders a second", func(l Load) string { return digits(l.Orders) }},
		{"requests a second", func(l Load) string { return digits(l.Requests) }},
		{"statements a second", func(l Load) string { return digits(l.Statements) }},
		{"processors of the API", func(l Load) string { return digits(l.API) }},
		{"processors of Postgres", func(l Load) string { return digits(l.Postgres) }},
		{"processors of Redis", func(l Load) string { return digits(l.Redis) }},
		{"servers of the API with 4 processors, 60 % used, one to spare", func(l Load) string { return digits(l.APIMachines) }},
		{"processors of the primary, 60 % used", func(l Load) string { return digits(l.PostgresCPUs) }},
		{"share of Redis's one thread", func(l Load) string { return fmt.Sprintf("%.1f %%", 100*l.Redis) }},
		{"connections of the pools (16 a server)", func(l Load) string { return digits(l.APIMachines * Pool) }},
		{"of them at work on average", func(l Load) string { return digits(l.Connections) }},
		{"Mbit/s to the people", func(l Load) string { return digits(l.Out * 8 / 1e6) }},
		{"MB of WAL a second", func(l Load) string { return digits(l.WAL / 1e6) }},
		{"GB of WAL a day", func(l Load) string { return digits(l.WALOfDay / 1e9) }},
		{"GB that the database grows by a day", func(l Load) string { return digits(l.DiskOfDay / 1e9) }},
		{"GB that it grows by in a year of 250 days", func(l Load) string { return digits(250 * l.DiskOfDay / 1e9) }},
		{"MB of sessions in Redis", func(l Load) string { return digits(l.RedisMemory / 1e6) }},
	} {
		fmt.Fprintf(&b, "| %s |", row.what)
		for _, eaters := range Sizes {
			fmt.Fprintf(&b, " %s |", row.of(m.Predict(eaters)))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func some(n float64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%g", n)
}

// digits shows small numbers with their fractions.
func digits(n float64) string {
	switch {
	case n >= 100 || n == float64(int64(n)):
		return grouped(n)
	case n >= 1:
		return fmt.Sprintf("%.1f", n)
	}
	return fmt.Sprintf("%.2g", n)
}

func grouped(n float64) string {
	s := fmt.Sprintf("%.0f", n)
	for at := len(s) - 3; at > 0 && s[at-1] != '-'; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}
