package web

// Inside is how many requests of a person or tenant wait or run in a pool.
func Inside(p *Pool, key string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.inside[key]
}

// HeavyAtOnce is how many expensive requests run at once on so many processors and connections.
var HeavyAtOnce = heavyAtOnce
