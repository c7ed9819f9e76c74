package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
	xlanguage "golang.org/x/text/language"
)

// language is one that the app is built in: its page, and the file that names its pages, which is read and not served.
type language struct {
	name, page, pages string
	tag               xlanguage.Tag
}

// languages are those of pwa/worker/languages.ts; the first is for readers who prefer none of them.
var languages = []language{
	{"en", "/index.html", "/pages.json", xlanguage.English},
	{"ar", "/index.ar.html", "/pages.ar.json", xlanguage.Arabic},
}

var preferred = xlanguage.NewMatcher([]xlanguage.Tag{languages[0].tag, languages[1].tag})

// languageOf is the language that a request's reader chose on this device, else the one that the browser prefers.
func languageOf(c fiber.Ctx) string {
	for _, l := range languages {
		if c.Cookies("lang") == l.name {
			return l.name
		}
	}
	accepts := c.Get("Accept-Language")
	if !strings.Contains(strings.ToLower(accepts), "ar") { // most requests, which need not be read more closely
		return languages[0].name
	}
	_, which := xlanguage.MatchStrings(preferred, accepts)
	return languages[which].name
}

// listedPage is a page of the app. In its path `:name` stands for any segment, and `?` after it for one that may be missing.
type listedPage struct {
	Path, Title, Description string
	Code, Styles             []string // what it cannot be drawn without, besides what the app's page names already
	Markup                   string   // what a visitor sees first of it
	Next                     []string // the code that the app asks for then
	parts                    []string
	page                     *page
}

// list are the app's pages, and what an unknown path gets.
type list struct {
	pages   []listedPage
	missing *page
}

var (
	titleTag       = regexp.MustCompile(`<title>[^<]*</title>`)
	descriptionTag = regexp.MustCompile(`<meta name="description" content="[^"]*"\s*/?>`)
	codeTag        = regexp.MustCompile(`\s*<link rel="modulepreload"[^>]* href="([^"]*)"[^>]*>`)
	appTag         = regexp.MustCompile(`\s*<script type="module"[^>]* src="([^"]*)"></script>`)
	emptyRoot      = []byte(`<div id="root"></div>`)
)

// unfurled are the pages to which people link in a chat: a card there shows title, description and icon (Open Graph). They say nothing of
// anybody, and the one through which a company's people join does not name it.
var unfurled = []string{"/", "/menu", "/faq", "/register", "/subscription", "/company/:companyId/register"}

// card is what a chat shows of a page. Its picture is at an address of the app, which home is.
func (p *listedPage) card(home *url.URL) string {
	if home == nil || !slices.Contains(unfurled, p.Path) {
		return ""
	}
	var b strings.Builder
	for _, tag := range [][2]string{{"type", "website"}, {"title", p.Title}, {"description", p.Description},
		{"image", home.JoinPath("/icons/icon-512.png").String()}} {
		fmt.Fprintf(&b, `<meta property="og:%s" content="%s" />`, tag[0], html.EscapeString(tag[1]))
	}
	return b.String()
}

// listedPages makes the app's page once for each page that is listed, with its own title and description. Without a list every path is a
// page.
func listedPages(file, index *page, home *url.URL) (l list, err error) {
	if l.missing = index; file == nil || index == nil {
		return list{pages: []listedPage{{parts: nil}}, missing: index}, nil
	}
	if err := json.Unmarshal(file.raw, &l.pages); err != nil {
		return l, fmt.Errorf("the list of pages: %w", err)
	}
	for i := range l.pages {
		p := &l.pages[i]
		raw := titleTag.ReplaceAllLiteral(index.raw, []byte("<title>"+html.EscapeString(p.Title)+"</title>"))
		raw = descriptionTag.ReplaceAllLiteral(raw, []byte(`<meta name="description" content="`+html.EscapeString(p.Description)+`" />`))
		raw = bytes.Replace(raw, []byte("</head>"), []byte(p.card(home)+p.links()+"</head>"), 1)
		packed, err := Pack(raw, Quick)
		if err != nil {
			return l, err
		}
		p.page = &page{Packed: *packed, kind: index.kind, html: true}
		if p.Markup != "" {
			if raw, err = p.shown(raw); err != nil {
				return l, err
			}
			if packed, err = Pack(raw, Smallest); err != nil {
				return l, err
			}
			p.page.visitors = &page{Packed: *packed, kind: index.kind, html: true}
		}
		p.parts = strings.Split(strings.Trim(p.Path, "/"), "/")
		if p.Path == "404" {
			l.missing = p.page
		}
	}
	return l, nil
}

// links lets the browser fetch the page's own code and styles beside the frame's, and not only once the frame asks for them.
func (p *listedPage) links() string {
	var b strings.Builder
	for _, file := range p.Code {
		fmt.Fprintf(&b, `<link rel="modulepreload" crossorigin href="%s">`, html.EscapeString(file))
	}
	for _, file := range p.Styles {
		fmt.Fprintf(&b, `<link rel="stylesheet" crossorigin href="%s">`, html.EscapeString(file))
	}
	return b.String()
}

// shown is the page with what a visitor sees first in it. Its styles and letters come before the app's code, which start.js fetches when
// that is on the screen: on a slow network the code would hold it up.
func (p *listedPage) shown(raw []byte) ([]byte, error) {
	app := appTag.FindSubmatch(raw)
	if app == nil || !bytes.Contains(raw, emptyRoot) {
		return nil, errors.New("the app's page names no script or has no empty #root, so that nothing can be shown before the app runs")
	}
	var code []string
	for _, found := range codeTag.FindAllSubmatch(raw, -1) {
		code = append(code, string(found[1]))
	}
	code = append(code, p.Next...)
	start := fmt.Sprintf(`<script defer src="/start.js" data-app="%s" data-code="%s"></script></head>`, app[1], strings.Join(code, " "))
	raw = codeTag.ReplaceAllLiteral(appTag.ReplaceAllLiteral(raw, nil), nil)
	raw = bytes.Replace(raw, []byte("</head>"), []byte(start), 1)
	return bytes.Replace(raw, emptyRoot, []byte(`<div id="root">`+p.Markup+`</div>`), 1), nil
}

// at is the page at a path, and whether the app has one there.
func (l list) at(where string) (*page, bool) {
	segments := strings.Split(strings.Trim(where, "/"), "/")
	for _, p := range l.pages {
		if p.page == nil {
			return l.missing, true
		}
		if p.Path != "404" && fits(p.parts, segments) {
			return p.page, true
		}
	}
	return l.missing, false
}

func fits(parts, segments []string) bool {
	if len(segments) > len(parts) {
		return false
	}
	for i, part := range parts {
		switch {
		case i >= len(segments):
			if !strings.HasSuffix(part, "?") {
				return false
			}
		case part != segments[i] && (!strings.HasPrefix(part, ":") || segments[i] == ""):
			return false
		}
	}
	return true
}

// noPage reports a path that is a file's or a machine's: it is itself or missing, and never the app's page.
func noPage(where string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(where, "/"), "/")
	return path.Ext(where) != "" || first == "assets" || first == "metrics" || first == "docs" || first == ".well-known"
}
