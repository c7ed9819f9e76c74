// Command sahn is the whole server: API, PWA, jobs, and on a developer's machine the databases, mailbox and card sandbox that they need.
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
	Serve     serve       `cmd:"" help:"${serve}"`
	Migrate   migrate     `cmd:"" help:"Bring the database to the newest version."`
	Setup     setup       `cmd:"" help:"${setup}"`
	Check     check       `cmd:"" help:"Say what is missing until the first order can be taken; ends non-zero when something is."`
	Demo      demo        `cmd:"" help:"Load the demo: companies, people and four weeks of menus. Only on a loopback address."`
	Sandbox   sandbox     `cmd:"" help:"Serve the card sandbox alone. Only on a loopback address."`
	Doctor    examine     `cmd:"" help:"${doctor}"`
	Reconcile reconcile   `cmd:"" help:"${reconcile}"`
	Restored  restored    `cmd:"" help:"${restored}"`
	Reseal    reseal      `cmd:"" help:"${reseal}"`
	Forget    forget      `cmd:"" help:"${forget}"`
	Verify    verifyAudit `cmd:"" name:"verify-audit" help:"${verify}"`
	Operator  staff       `cmd:"" help:"The lunch company's own staff."`
	Key       programKeys `cmd:"" help:"API keys of the lunch company's own programs."`
	Menu      menus       `cmd:"" help:"Menus from and to tables."`
	Backup    backups     `cmd:"" help:"Copy the whole database, as it is in one moment, into one file."`
	BackedUp  backedUp    `cmd:"" help:"Note a backup that another tool made, so that operators are not warned that there is none."`
	Restore   restore     `cmd:"" help:"${restore}"`
	Contract  contract    `cmd:"" help:"Print the OpenAPI document."`
	Templates templates   `cmd:"" name:"whatsapp-templates" help:"${templates}"`
	Postgres  postgres    `cmd:"" hidden:"" help:"Run an embedded Postgres until stopped; prints its address."`
}

// longHelp are the sentences that are too long for the line of their command.
var longHelp = kong.Vars{
	"serve": "Serve the API and the app. On a loopback address without settings it brings its own Postgres, Redis, mailbox, " +
		"card sandbox and demo.",
	"setup": "Bring the database to the newest version and put the first manager, areas, plans and closed days into it, from a file or by " +
		"questions. What is there already stays.",
	"doctor": "Look for anything about money, orders, drafts or tenants that cannot be true; ends non-zero when there is.",
	"reconcile": "Compare the card provider's books with ours, capture by capture and refund by refund; " +
		"ends non-zero when anything differs.",
	"verify": "Verify an export of the audit trail, without a database or a network; ends non-zero unless it is whole and signed by the " +
		"key that is given.",
	"forget":    "Forget what is kept for longer than managers and the law want, as a job does each hour; with --dry-run, say what would go.",
	"templates": "Print the texts of WhatsApp messages in both languages, as they are registered with Meta.",
	"reseal": "Encrypt anew, with the first secret of APP_SECRET, what a former one encrypted; ends non-zero when something is of a secret " +
		"that is missing.",
	"restored": "Run once after putting back an older copy of the database, before serving: every device then starts over.",
	"restore": "Put such a copy into an empty database, with all that 'restored' does; " +
		"ends non-zero when the doctor finds something.",
	"import": "Read a table of menus (CSV or XLSX): its meals go into the book, and the dates it names are planned as it says. " +
		"All of it or nothing.",
}

func main() {
	log := newLog(os.Stderr, os.Getenv("LOG_FORMAT"))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	command := kong.Parse(&commands{}, kong.Name("sahn"), kong.Description("Corporate healthy lunch: order, pay, deliver."),
		kong.UsageOnError(), longHelp)
	command.BindTo(ctx, (*context.Context)(nil))
	if err := command.Run(log); err != nil {
		fmt.Fprintln(os.Stderr, "sahn:", err)
		os.Exit(1)
	}
}
