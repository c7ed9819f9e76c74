package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"
)

// say sends requests over HTTP, all at the same time.
func (h *peer) say(ctx context.Context, as string, requests []json.RawMessage) ([]said, error) {
	all, wrong := make([]said, len(requests)), make([]error, len(requests))
	var together sync.WaitGroup
	for i, r := range requests {
		together.Go(func() { all[i], wrong[i] = h.post(ctx, h.tokens[as], r) })
	}
	together.Wait()
	return all, errors.Join(wrong...)
}

func (h *peer) post(ctx context.Context, tokens [2]string, body []byte) (s said, err error) {
	ask, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url+"/api/sync", bytes.NewReader(body))
	if err != nil {
		return s, err
	}
	ask.Header.Set("Content-Type", "application/json")
	ask.Header.Set("Origin", h.url)
	ask.Header.Set("X-XSRF-TOKEN", tokens[1])
	ask.AddCookie(&http.Cookie{Name: "sahn_session", Value: tokens[0]})
	got, err := http.DefaultClient.Do(ask)
	if err != nil {
		return s, err
	}
	defer got.Body.Close()
	s.Status = got.StatusCode
	s.Body, err = io.ReadAll(got.Body)
	return s, err
}
