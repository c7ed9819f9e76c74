package mail

import (
	"fmt"
	"html/template"
)

const font = `system-ui,-apple-system,'Segoe UI',Roboto,'Noto Naskh Arabic',Tahoma,sans-serif`

// looks are the styles of a mail's parts. They are inline because many mail clients drop style sheets; those that keep them find the dark
// colours under the class of the same name in the layout.
var looks = map[string]string{
	"page":   `margin:0;padding:0;width:100%;background-color:#f6f4ee;-webkit-text-size-adjust:100%`,
	"outer":  `width:100%;background-color:#f6f4ee;border-collapse:collapse`,
	"gutter": `padding:24px 12px`,
	"column": `width:100%;max-width:600px;border-collapse:separate;border-spacing:0`,
	"brand":  `padding:0 12px 16px;font:700 20px/28px ` + font + `;color:#0f6a4b`,
	"card": `padding:28px 24px;border-radius:20px;background-color:#ffffff;font:16px/24px ` + font +
		`;color:#17221c;overflow-wrap:anywhere;word-break:break-word`,
	"foot":   `padding:16px 12px 0;font:14px/20px ` + font + `;color:#5e6861;overflow-wrap:anywhere;word-break:break-word`,
	"hidden": `display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all`,
	"title":  `margin:0 0 12px;font:700 24px/30px ` + font + `;letter-spacing:-.01em;color:#17221c`,
	"date":   `margin:0;font:700 16px/24px ` + font + `;color:#17221c`,
	"words":  `margin:0 0 16px`,
	"quiet":  `margin:0;font-size:14px;line-height:20px;color:#5e6861`,
	"code": `margin:0 0 20px;padding:18px 12px;border-radius:16px;background-color:#dcefe4;text-align:center;` +
		`font:700 40px/48px ui-monospace,'SF Mono',Consolas,monospace;letter-spacing:.12em;white-space:nowrap;color:#0b5a3f`,
	"amount": `margin:0 0 20px;padding:18px 12px;border-radius:16px;background-color:#dcefe4;text-align:center;font:700 32px/40px ` + font +
		`;white-space:nowrap;color:#0b5a3f`,
	"act": `margin:24px 0 0`,
	"button": `display:inline-block;padding:14px 24px;border-radius:14px;background-color:#0f6a4b;font:600 17px/24px ` + font +
		`;text-decoration:none;color:#ffffff`,
	"link":    `color:#0f6a4b`,
	"list":    `width:100%;border-collapse:collapse;margin:0 0 4px`,
	"sums":    `width:100%;border-collapse:collapse;margin:20px 0 0`,
	"caption": `position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)`,
	"whole":   `white-space:nowrap`,
	"what":    `padding:6px 0;font-weight:400;vertical-align:top`,
	"fils":    `padding:6px 0;white-space:nowrap;vertical-align:top`,
	"total":   `padding:12px 0 6px;border-top:1px solid #e3dfd4;font-weight:700;vertical-align:top`,
	"totals":  `padding:12px 0 6px;border-top:1px solid #e3dfd4;font-weight:700;white-space:nowrap;vertical-align:top`,
	"oneday":  `margin:20px 0 0;padding:16px 0 0;border-top:1px solid #e3dfd4`,
}

// look is the class and the style of a part; more is style of this one alone.
func look(part string, more ...string) (template.HTMLAttr, error) {
	style, ok := looks[part]
	if !ok {
		return "", fmt.Errorf("no look is called %q", part)
	}
	for _, m := range more {
		style += ";" + m
	}
	return template.HTMLAttr(`class="` + part + `" style="` + style + `"`), nil //nolint:gosec // both are written here and in the templates
}
