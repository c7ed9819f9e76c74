package mail

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	text "text/template"
)

//go:embed code.html code.txt
var files embed.FS

var (
	codeHTML = template.Must(template.ParseFS(files, "code.html"))
	codeText = text.Must(text.ParseFS(files, "code.txt"))
)

// Code is the mail with a one-time code. The subject leaves the code out: a locked phone shows subjects. (D23)
func (s *Sender) Code(id, to, code string, minutes int) (Message, error) {
	values := struct {
		Brand, Code string
		Minutes     int
	}{s.Brand(), code, minutes}
	var plain, rich bytes.Buffer
	if err := codeText.Execute(&plain, values); err != nil {
		return Message{}, fmt.Errorf("code mail: %w", err)
	}
	if err := codeHTML.Execute(&rich, values); err != nil {
		return Message{}, fmt.Errorf("code mail: %w", err)
	}
	return Message{ID: id, To: to, Subject: "Your sign-in code", Text: plain.String(), HTML: rich.String()}, nil
}
