package api

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"sahn/server/platform/web"
)

//go:embed docs.html
var docsHTML string

// docsPolicy lets the page of the contract show itself and run nothing.
const docsPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

// operation is one of the contract as the page shows it.
type operation struct {
	Method, Path, ID, Summary, Description, Needs string
	Bodies                                        []body
	Parameters                                    []parameter
}

type parameter struct {
	Name, In string
	Required bool
}

// body is the request, or an answer by its status.
type body struct{ Title, About, Type, Example string }

type section struct {
	Name       string
	Operations []operation
}

// docsPage renders the contract as one page without scripts.
func docsPage(contract []byte) ([]byte, error) {
	var spec struct {
		Paths map[string]map[string]struct {
			OperationID, Summary, Description string
			Tags                              []string
			Security                          []map[string]any
			Parameters                        []parameter
			RequestBody                       struct{ Content map[string]media }
			Responses                         map[string]response
		}
		Components struct{ Responses map[string]response }
	}
	if err := json.Unmarshal(contract, &spec); err != nil {
		return nil, err
	}
	sections := map[string][]operation{}
	for _, path := range slices.Sorted(maps.Keys(spec.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(spec.Paths[path])) {
			o := spec.Paths[path][method]
			shown := operation{Method: strings.ToUpper(method), Path: path, ID: o.OperationID, Summary: o.Summary, Description: o.Description,
				Parameters: o.Parameters, Needs: "nothing"}
			if len(o.Security) > 0 && len(o.Security[0]) > 0 {
				shown.Needs = strings.Join(slices.Sorted(maps.Keys(o.Security[0])), ", ")
			}
			if m, ok := o.RequestBody.Content["application/json"]; ok {
				shown.Bodies = append(shown.Bodies, m.body("Request", ""))
			}
			for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
				r := o.Responses[status]
				if named, ok := spec.Components.Responses[strings.TrimPrefix(r.Ref, "#/components/responses/")]; ok {
					r = named
				}
				if status != "default" {
					shown.Bodies = append(shown.Bodies, r.Content["application/json"].body(status, r.Description))
				}
			}
			sections[o.Tags[0]] = append(sections[o.Tags[0]], shown)
		}
	}
	var all []section
	for _, name := range slices.Sorted(maps.Keys(sections)) {
		all = append(all, section{name, sections[name]})
	}
	var out bytes.Buffer
	err := template.Must(template.New("docs").Parse(docsHTML)).Execute(&out, all)
	return out.Bytes(), err
}

type response struct {
	Ref         string `json:"$ref"`
	Description string
	Content     map[string]media
}

type media struct {
	Schema  map[string]any
	Example any
}

func (m media) body(title, about string) body {
	b := body{Title: title, About: about}
	if name, is := m.Schema["$ref"].(string); is {
		b.Type = strings.TrimPrefix(name, "#/components/schemas/")
	}
	if m.Example != nil {
		if text, err := json.MarshalIndent(m.Example, "", "  "); err == nil {
			b.Example = string(text)
		}
	}
	return b
}

// mountDocs serves the contract, as JSON and as a page.
func mountDocs(app *fiber.App) {
	app.Add(reads, "/api/openapi.json", shown("application/json", ownDocument))
	app.Add(reads, "/api/docs", func(c fiber.Ctx) error {
		c.Set("Content-Security-Policy", docsPolicy)
		return c.Next()
	}, shown("text/html; charset=utf-8", ownPage))
}

func shown(kind string, content func() (*web.Packed, error)) fiber.Handler {
	return func(c fiber.Ctx) error {
		packed, err := content()
		if err != nil {
			return err
		}
		c.Set("Content-Type", kind)
		c.Set("Cache-Control", "no-cache")
		return packed.Send(c)
	}
}
