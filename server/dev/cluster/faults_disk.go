//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// room is what a small file system has for a Postgres, beside its data.
const room = 300 << 20

// syncStandby is the node that Patroni would make the primary.
func (d *drilling) syncStandby(ctx context.Context) (string, error) {
	members, err := d.members(ctx)
	for _, m := range members {
		if m.Role == "sync_standby" {
			return m.Name, nil
		}
	}
	return "", errors.Join(errors.New("there is no synchronous standby"), err)
}

// makeSync makes a standby the synchronous one: Patroni keeps the one that it has while that is there.
func (d *drilling) makeSync(ctx context.Context, node string) error {
	is, err := d.syncStandby(ctx)
	if err != nil || is == node {
		return err
	}
	if err := d.halt(is); err != nil {
		return err
	}
	err = within(time.Minute, func() bool { now, _ := d.syncStandby(ctx); return now == node })
	d.free(is)
	if err != nil {
		return fmt.Errorf("%s as the synchronous standby: %w", node, err)
	}
	return d.whole(ctx)
}

// smallDisk moves the synchronous standby to a file system in memory with little room, and makes it the primary.
func smallDisk(ctx context.Context, d *drilling) (err error) {
	if os.Geteuid() != 0 {
		return errors.New("only root mounts a small file system")
	}
	if d.node, err = d.syncStandby(ctx); err != nil {
		return err
	}
	data, aside := d.path(d.node, "data"), d.path(d.node, "aside")
	if err := d.halt(d.node); err != nil {
		return err
	}
	d.after = append(d.after, func() {
		_ = d.halt(d.node)
		_ = syscall.Unmount(data, 0)
		_ = os.RemoveAll(data) // Patroni copies the primary anew
		_ = os.RemoveAll(aside)
		d.free(d.node)
	})
	if err := errors.Join(os.Rename(data, aside), os.Mkdir(data, 0o700)); err != nil {
		return err
	}
	var size int64
	out, err := exec.CommandContext(ctx, "du", "-sb", aside).Output()
	if _, errRead := fmt.Sscan(string(out), &size); errors.Join(err, errRead) != nil {
		return errors.Join(err, errRead)
	}
	options := fmt.Sprintf("size=%d,mode=700,uid=%d,gid=%d", size+room, d.as.Uid, d.as.Gid)
	if err := syscall.Mount("tmpfs", data, "tmpfs", 0, options); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	if out, err := exec.CommandContext(ctx, "cp", "-a", aside+"/.", data).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	d.free(d.node)
	if err := d.whole(ctx); err != nil {
		return err
	}
	if err := d.makeSync(ctx, d.node); err != nil {
		return err
	}
	old := d.leader(ctx)
	if err := within(time.Minute, func() bool { return d.switchTo(ctx, old, d.node) == nil }); err != nil {
		return fmt.Errorf("switch to %s: %w", d.node, err)
	}
	_, _, err = d.changed(ctx, old)
	return err
}

// fillDisk fills the primary's file system to the last byte.
func fillDisk(ctx context.Context, d *drilling) error {
	if now := d.leader(ctx); now != d.node {
		return fmt.Errorf("the primary is %s, on a large disk", now)
	}
	ballast := d.path(d.node, "data", "ballast")
	file, err := os.Create(ballast)
	if err != nil {
		return err
	}
	block, full, written := make([]byte, 1<<20), false, 0
	for ; !full && written < 4*room>>20; written++ {
		_, err := file.Write(block)
		full = errors.Is(err, syscall.ENOSPC)
	}
	if err := file.Close(); err != nil || !full {
		return errors.Join(err, errors.New("the file system is not full"))
	}
	began := time.Now()
	d.needRoom(ctx)
	now, _, err := d.changed(ctx, d.node)
	if err != nil {
		return err
	}
	d.show("the disk of %s, the primary, filled with %d MB until there was no space left; %s is primary after %.1f s", d.node, written, now,
		time.Since(began).Seconds())
	if err := os.Remove(ballast); err != nil {
		return err
	}
	made := time.Now()
	if err := d.whole(ctx); err != nil {
		return err
	}
	d.show("%s follows %.1f s after room was made", d.node, time.Since(made).Seconds())
	return nil
}

// needRoom uses up the segments of the write-ahead log that are there already, so that the primary needs room for new ones.
func (d *drilling) needRoom(ctx context.Context) {
	conn, err := pgx.Connect(ctx, d.admin(d.node, "postgres"))
	if err != nil {
		return
	}
	defer conn.Close(context.WithoutCancel(ctx))
	for range 64 {
		if _, err := conn.Exec(ctx, "SELECT pg_logical_emit_message(true, 'drill', 'x'), pg_switch_wal()"); err != nil {
			return
		}
	}
}
