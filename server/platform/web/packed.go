package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/gofiber/fiber/v3"
)

// Packed is content in every coding in which it can be sent.
type Packed struct {
	raw, br, gz []byte
	tag         string
}

// Levels of packing: what is packed at start, and what is packed once and sent for months.
const (
	Quick    = 5
	Smallest = brotli.BestCompression
)

// kept are headers that a client keeps with its copy. An answer that the copy is still right need not repeat them.
var kept = []string{"Content-Type", "Content-Encoding", "X-Request-Id", "X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options",
	"Cross-Origin-Opener-Policy", "Strict-Transport-Security", "X-RateLimit-Limit", "X-RateLimit-Remaining"}

// Pack packs content once, so that sending it costs nothing. The content must hold no secret: it is the same for everybody.
func Pack(raw []byte, level int) (*Packed, error) {
	var br, gz bytes.Buffer
	b, g := brotli.NewWriterLevel(&br, level), gzip.NewWriter(&gz)
	for _, w := range []interface {
		Write(b []byte) (int, error)
		Close() error
	}{b, g} {
		if _, err := w.Write(raw); err != nil {
			return nil, err
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
	}
	p := prepacked(raw, br.Bytes(), gz.Bytes())
	return &p, nil
}

// prepacked is content that was packed before; a coding that is missing is nil.
func prepacked(raw, br, gz []byte) Packed {
	sum := sha256.Sum256(raw)
	return Packed{raw: raw, br: br, gz: gz, tag: hex.EncodeToString(sum[:12])}
}

// Bytes is the content itself.
func (p *Packed) Bytes() []byte { return p.raw }

// Send answers in a coding that the client accepts, or that its copy is still the same.
func (p *Packed) Send(c fiber.Ctx) error {
	c.Vary("Accept-Encoding")
	body, tag := p.raw, p.tag
	switch accepts := c.Get("Accept-Encoding"); {
	case p.br != nil && strings.Contains(accepts, "br"):
		body, tag = p.br, tag+"-br"
		c.Set("Content-Encoding", "br")
	case p.gz != nil && strings.Contains(accepts, "gzip"):
		body, tag = p.gz, tag+"-gz"
		c.Set("Content-Encoding", "gzip")
	}
	c.Set("ETag", `"`+tag+`"`)
	if strings.Contains(c.Get("If-None-Match"), `"`+tag+`"`) && c.Response().StatusCode() == fiber.StatusOK {
		for _, name := range kept {
			c.Response().Header.Del(name)
		}
		return c.SendStatus(fiber.StatusNotModified)
	}
	return c.Send(body)
}
