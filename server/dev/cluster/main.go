//go:build linux

// Command cluster runs the product as an operator of several servers does, all of it on this machine: three Postgres under Patroni with
// etcd, PgBouncer, Redis with Sentinel, three servers behind HAProxy, Prometheus, and pgBackRest. Its drills load the cluster, break
// something in it and compare what was acknowledged with what is there afterwards. It ends only what it started.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

type commands struct {
	Dir  string `help:"Where the cluster keeps all of its files." default:".data/cluster" type:"path"`
	Base int    `help:"The first of the hundred ports on 127.0.0.1 that it uses." default:"17000"`

	Start  start  `cmd:"" help:"Start the cluster, and wait until it serves."`
	Status status `cmd:"" help:"Print what runs, where it listens, and which Postgres and Redis is the primary."`
	Stop   stop   `cmd:"" help:"End what start has started. The data stay; --wipe deletes them."`
	Drill  drill  `cmd:"" help:"Load the cluster, break something, and count what was lost. Without a name it lists the drills."`

	Supervise supervise `cmd:"" hidden:""`
	Mailbox   mailbox   `cmd:"" hidden:""`
	Relay     relay     `cmd:"" hidden:""`
}

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	all := &commands{}
	command := kong.Parse(all, kong.Name("scripts/cluster"), kong.UsageOnError(),
		kong.Description("A whole cluster on this machine's loopback address, and drills that break it under load."))
	l, err := newLayout(all.Dir, all.Base)
	if err == nil {
		command.BindTo(ctx, (*context.Context)(nil))
		err = command.Run(l)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}
