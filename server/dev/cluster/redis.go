//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	asSentinel = "sentinel"
	asCluster  = "cluster"
)

// clustered reports whether Redis is a cluster of six here, and not one with sentinels.
func (l *layout) clustered() bool {
	kind, _ := os.ReadFile(l.path("redis"))
	return string(kind) == asCluster
}

func (l *layout) redisKind() string {
	if l.clustered() {
		return asCluster
	}
	return asSentinel
}

// redises are the names of all of them.
func (l *layout) redises() []string {
	if l.clustered() {
		return redises
	}
	return redises[:3]
}

// sentinels are the names of those that watch the Redis of here.
func (l *layout) sentinels() []string {
	if l.clustered() {
		return nil
	}
	return sentinels
}

// chooseRedis notes which kind it is. What another kind has written is deleted: Redis holds only what may be lost.
func (l *layout) chooseRedis(kind string) error {
	if l.redisKind() != kind {
		old, _ := filepath.Glob(l.path("etc", "redis-*"))
		more, _ := filepath.Glob(l.path("etc", "sentinel-*"))
		states, _ := filepath.Glob(l.path("redis?", "*"))
		for _, name := range append(append(old, more...), states...) {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	return os.WriteFile(l.path("redis"), []byte(kind), 0o644)
}

// redisURL is what a server is told (REDIS_URL). The third one reaches a Redis with sentinels through the relay and HAProxy.
func (l *layout) redisURL(server string) string {
	query, first := url.Values{}, redises[0]
	switch {
	case l.clustered():
		for _, name := range redises[1:] {
			query.Add("addr", l.address(name))
		}
	case server == "sahn3":
		first = "relay-redis"
	default:
		first = sentinels[0]
		query = url.Values{"addr": {l.address(sentinels[1]), l.address(sentinels[2])}, "master_name": {"sahn"}}
	}
	return fmt.Sprintf("redis://:%s@%s/0?%s", l.secret, l.address(first), query.Encode())
}

// redisAt is a client of one Redis.
func (l *layout) redisAt(address string) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: address, Password: l.secret})
}

// joinRedis makes a cluster of the six, unless they are one.
func (l *layout) joinRedis(ctx context.Context) error {
	if !l.clustered() {
		return nil
	}
	state := func(name string) string {
		c := l.redisAt(l.address(name))
		defer c.Close()
		said, _ := c.ClusterInfo(ctx).Result()
		return said
	}
	if !strings.Contains(state(redises[0]), "cluster_slots_assigned:16384") {
		args := []string{"-a", l.secret, "--no-auth-warning", "--cluster", "create"}
		for _, name := range redises {
			args = append(args, l.address(name))
		}
		if _, err := l.ask("redis-cli", append(args, "--cluster-replicas", "1", "--cluster-yes")...); err != nil {
			return err
		}
	}
	return within(time.Minute, func() bool {
		for _, name := range redises {
			if !strings.Contains(state(name), "cluster_state:ok") {
				return false
			}
		}
		return true
	})
}

// master is one that has slots.
type master struct {
	*redis.Client
	id, address string
}

// moveSlot moves the slot of a session's key from master to master, keys and all, while the servers use it.
func moveSlot(ctx context.Context, d *drilling) error {
	one := d.redisAt(d.address(redises[0]))
	defer one.Close()
	shards, err := one.ClusterShards(ctx).Result()
	if err != nil {
		return err
	}
	masters := []master{}
	slot, at := int64(-1), 0
	for _, s := range shards {
		leads := slices.IndexFunc(s.Nodes, func(n redis.Node) bool { return n.Role == "master" })
		if leads < 0 || len(s.Slots) == 0 {
			continue
		}
		n := s.Nodes[leads]
		address := net.JoinHostPort(n.IP, strconv.FormatInt(n.Port, 10))
		m := master{d.redisAt(address), n.ID, address}
		defer m.Close()
		for keys := m.Scan(ctx, 0, "session:*", 1000).Iterator(); slot < 0 && keys.Next(ctx); {
			at = len(masters)
			if slot, err = m.ClusterKeySlot(ctx, keys.Val()).Result(); err != nil {
				return err
			}
		}
		masters = append(masters, m)
	}
	if slot < 0 || len(masters) < 2 {
		return errors.New("no session has a key, or there is no other master")
	}
	before, err := redirected(ctx, masters)
	if err != nil {
		return err
	}
	moves, moved := 0, 0
	for began := time.Now(); time.Since(began) < d.lasts; moves++ {
		to := (at + 1) % len(masters)
		keys, err := d.moveTo(ctx, slot, masters, at, to)
		if err != nil {
			return err
		}
		at, moved = to, moved+keys
		if err := pause(ctx, time.Second); err != nil {
			return err
		}
	}
	after, err := redirected(ctx, masters)
	d.show("slot %d moved %d times between %d masters, with %d keys; servers were sent to another one %d times", slot, moves, len(masters),
		moved, after-before)
	if err == nil && (moved == 0 || after == before) {
		err = errors.New("nobody used the slot")
	}
	return err
}

// moveTo moves a slot as redis-cli's reshard does, and leaves it between the two for a second.
func (d *drilling) moveTo(ctx context.Context, slot int64, masters []master, from, to int) (moved int, err error) {
	owner, next := masters[from], masters[to]
	if err := errors.Join(next.Do(ctx, "CLUSTER", "SETSLOT", slot, "IMPORTING", owner.id).Err(),
		owner.Do(ctx, "CLUSTER", "SETSLOT", slot, "MIGRATING", next.id).Err(), pause(ctx, time.Second)); err != nil {
		return 0, err
	}
	host, port, err := net.SplitHostPort(next.address)
	if err != nil {
		return 0, err
	}
	for {
		keys, err := owner.ClusterGetKeysInSlot(ctx, int(slot), 100).Result()
		if err != nil {
			return moved, err
		}
		if len(keys) == 0 {
			break
		}
		args := []any{"MIGRATE", host, port, "", 0, 1000, "REPLACE", "AUTH", d.secret, "KEYS"}
		for _, key := range keys {
			args = append(args, key)
		}
		if err := owner.Do(ctx, args...).Err(); err != nil {
			return moved, err
		}
		moved += len(keys)
	}
	err = next.Do(ctx, "CLUSTER", "SETSLOT", slot, "NODE", next.id).Err()
	for _, m := range masters {
		err = errors.Join(err, m.Do(ctx, "CLUSTER", "SETSLOT", slot, "NODE", next.id).Err())
	}
	return moved, err
}

// redirected is how often masters have said that a key is another one's.
func redirected(ctx context.Context, masters []master) (n int, err error) {
	for _, m := range masters {
		said, err := m.Info(ctx, "errorstats").Result()
		if err != nil {
			return 0, err
		}
		for row := range strings.Lines(said) {
			for _, kind := range []string{"errorstat_MOVED:count=", "errorstat_ASK:count="} {
				if count, is := strings.CutPrefix(row, kind); is {
					n += number(strings.TrimSpace(count))
				}
			}
		}
	}
	return n, nil
}
