package local

import (
	"encoding/json"
	"errors"
	"os"
	"time"
)

// kept is a string key in the snapshot file.
type kept struct {
	Key   []byte    `json:"key"`
	Value []byte    `json:"value"`
	Until time.Time `json:"until,omitzero"` // never when zero
}

func (r *Redis) save(now time.Time) error {
	all := []kept{}
	for _, key := range r.server.Keys() {
		value, err := r.server.Get(key)
		if err != nil {
			continue // not a string, or deleted meanwhile
		}
		k := kept{Key: []byte(key), Value: []byte(value)}
		if ttl := r.server.TTL(key); ttl > 0 {
			k.Until = now.Add(ttl)
		}
		all = append(all, k)
	}
	content, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return writeWhole(r.file, content)
}

// load restores the entries that have not expired. An unreadable snapshot is moved away and the start goes on, because Redis holds only
// data that may be lost.
func (r *Redis) load(now time.Time) error {
	content, err := os.ReadFile(r.file)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var all []kept
	if err := json.Unmarshal(content, &all); err != nil {
		r.opts.log().Warn("the Redis snapshot is broken and was put aside", "file", r.file+".broken", "cause", err)
		return os.Rename(r.file, r.file+".broken")
	}
	for _, k := range all {
		if !k.Until.IsZero() && !k.Until.After(now) {
			continue
		}
		if err := r.server.Set(string(k.Key), string(k.Value)); err != nil {
			return err
		}
		if !k.Until.IsZero() {
			r.server.SetTTL(string(k.Key), k.Until.Sub(now))
		}
	}
	return nil
}
