package directory

import (
	"regexp"
	"strings"

	filter "github.com/scim2/filter-parser/v2"
)

// workEmail is how Entra names the address in a filter, beside the grammar.
var workEmail = regexp.MustCompile(`(?i)emails\[type eq "work"\]\.value`)

// conditions are what a filter asks for, by attribute: eq, joined by and. Other filters are refused, since a company has thousands of
// people and no index for them.
func conditions(text string, known ...string) (map[string]string, error) {
	all := map[string]string{}
	if text == "" {
		return all, nil
	}
	parsed, err := filter.ParseFilter([]byte(workEmail.ReplaceAllString(text, "emails.value")))
	if err != nil {
		return nil, errFilter
	}
	var collect func(e filter.Expression, under string) bool
	collect = func(e filter.Expression, under string) bool {
		switch e := e.(type) {
		case *filter.LogicalExpression:
			return e.Operator == filter.AND && collect(e.Left, under) && collect(e.Right, under)
		case *filter.ValuePath:
			return under == "" && collect(e.ValueFilter, e.AttributePath.AttributeName)
		case *filter.AttributeExpression:
			name := e.AttributePath.AttributeName
			if under != "" {
				if strings.EqualFold(name, "type") {
					return strings.EqualFold(under, "emails")
				}
				name = under
			}
			value, ok := e.CompareValue.(string)
			if !ok || e.Operator != filter.EQ || value == "" {
				return false
			}
			for _, k := range known {
				if strings.EqualFold(k, name) {
					_, twice := all[k]
					all[k] = value
					return !twice
				}
			}
		}
		return false
	}
	if !collect(parsed, "") {
		return nil, errFilter
	}
	return all, nil
}
