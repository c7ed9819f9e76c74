//go:build linux

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"embed"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"time"
)

//go:embed etc
var shipped embed.FS

// page is what the files of etc are filled in with.
type page struct {
	*layout
	Node  string
	PITR  string // the moment to which the cluster is restored; "" to begin with an empty one
	Rules []string
}

func (p page) Dir() string          { return p.dir }
func (p page) Secret() string       { return p.secret }
func (p page) Port(name string) int { return p.port(name) }
func (p page) REST() int            { return p.port(p.Node + "-rest") }
func (p page) PostgresBin() string  { return postgresBin }
func (p page) Nodes() []string      { return nodes }
func (p page) Servers() []string    { return servers }
func (p page) Redises() []string    { return p.redises() }
func (p page) Clustered() bool      { return p.clustered() }

// write fills in a file of etc for a node, or for the whole cluster where node is "", unless keep says that the one that is there stays.
func (l *layout) write(name string, p page, keep bool) error {
	p.layout = l
	to := l.path("etc", name)
	if p.Node != "" {
		to = l.path("etc", strings.Replace(name, ".", "-"+p.Node+".", 1))
	}
	if _, err := os.Stat(to); err == nil && keep {
		return nil
	}
	text, err := template.ParseFS(shipped, "etc/"+name)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(text.Execute(file, p), file.Close())
}

// writeAll writes the settings of every part. Sentinels write their own file on, so theirs stays.
func (l *layout) writeAll(pitr string) error {
	rules, err := l.rules()
	if err != nil {
		return err
	}
	var all error
	for _, name := range []string{"pgbouncer.ini", "userlist.txt", "haproxy.cfg", "unavailable.http", "prometheus.yml", "alertmanager.yml"} {
		all = errors.Join(all, l.write(name, page{Rules: rules}, false))
	}
	for _, node := range nodes {
		all = errors.Join(all, l.write("patroni.yml", page{Node: node, PITR: pitr}, false),
			l.write("pgbackrest.conf", page{Node: node}, false))
	}
	for _, node := range l.redises() {
		all = errors.Join(all, l.write("redis.conf", page{Node: node}, true))
	}
	for _, node := range l.sentinels() {
		all = errors.Join(all, l.write("sentinel.conf", page{Node: node}, true))
	}
	return errors.Join(all, l.certify(), l.own())
}

// rules are the product's own alert rules for Prometheus, wherever the repository keeps them.
func (l *layout) rules() (found []string, err error) {
	for _, top := range []string{"deploy", "docs", "ops", "server", "scripts"} {
		err := filepath.WalkDir(filepath.Join(l.repo, top), func(path string, entry fs.DirEntry, err error) error {
			if errors.Is(err, os.ErrNotExist) {
				return nil
			}
			if err == nil && !entry.IsDir() && isRules(path) {
				found = append(found, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return slices.Sorted(slices.Values(found)), nil
}

// isRules reports whether a file has groups of rules: a test of rules names the files that it tests instead.
func isRules(path string) bool {
	if ext := filepath.Ext(path); ext != ".yml" && ext != ".yaml" {
		return false
	}
	text, err := os.ReadFile(path)
	return err == nil && strings.Contains("\n"+string(text), "\ngroups:")
}

// certify makes a certificate for localhost that signs itself, once.
func (l *layout) certify() error {
	if _, err := os.Stat(l.path("tls", "server.pem")); err == nil {
		return nil
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	now := time.Now()
	form := &x509.Certificate{SerialNumber: big.NewInt(now.UnixNano()), Subject: pkix.Name{CommonName: "localhost"},
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, NotBefore: now.AddDate(0, 0, -1),
		NotAfter: now.AddDate(1, 0, 0), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	signed, err := x509.CreateCertificate(rand.Reader, form, form, key.Public(), key)
	if err != nil {
		return err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed})
	both := fmt.Appendf(nil, "%s%s", public, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))
	return errors.Join(os.WriteFile(l.path("tls", "ca.pem"), public, 0o644), os.WriteFile(l.path("tls", "server.pem"), both, 0o600))
}
