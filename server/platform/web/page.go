package web

import (
	"fmt"
	"strconv"

	"sahn/server/platform/fault"
)

// Whole reads a whole number from 1 of a query, such as a page; otherwise is used where it is missing.
func Whole(field, typed string, otherwise, most int) (int, error) {
	if typed == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(typed)
	if err != nil || n < 1 || n > most {
		return 0, fault.Field(field, "The "+field+" field must be a whole number from 1 to "+strconv.Itoa(most)+".")
	}
	return n, nil
}

// PageMeta says which part of a list a page holds, in Laravel's words. From and To count from 1 and are null on an empty page.
type PageMeta struct {
	CurrentPage int    `json:"current_page"`
	From        *int   `json:"from"`
	LastPage    int    `json:"last_page"`
	Path        string `json:"path"`
	PerPage     int    `json:"per_page"`
	To          *int   `json:"to"`
	Total       int    `json:"total"`
}

// PageLinks are the addresses of pages, relative to the server; the first has none before it, the last none after it.
type PageLinks struct {
	First string  `json:"first"`
	Last  string  `json:"last"`
	Prev  *string `json:"prev"`
	Next  *string `json:"next"`
}

// Page cuts one page out of a list. Path is the address of the list.
func Page[T any](list []T, page, perPage int, path string) ([]T, PageMeta, PageLinks) {
	last := max(1, (len(list)+perPage-1)/perPage)
	meta := PageMeta{CurrentPage: page, LastPage: last, Path: path, PerPage: perPage, Total: len(list)}
	at := func(n int) string { return fmt.Sprintf("%s?page=%d&per_page=%d", path, n, perPage) }
	links := PageLinks{First: at(1), Last: at(last)}
	if page > 1 {
		prev := at(min(page-1, last))
		links.Prev = &prev
	}
	if page < last {
		next := at(page + 1)
		links.Next = &next
	}
	if page > last {
		return []T{}, meta, links
	}
	from := (page - 1) * perPage
	part := list[from:min(from+perPage, len(list))]
	if len(part) > 0 {
		first, to := from+1, from+len(part)
		meta.From, meta.To = &first, &to
	}
	return part, meta, links
}
