package company

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"

	"sahn/server/person"
	"sahn/server/platform/fault"
)

var domainName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$`)

// domain cleans a mail domain whose people a company may admit without asking. Public mail domains, where anyone can have an
// address, are refused.
func domain(typed string) (string, error) {
	name := strings.TrimPrefix(strings.ToLower(norm.NFKC.String(strings.TrimSpace(typed))), "@")
	name, err := person.Domain(name)
	if err != nil || len(name) > 253 || !domainName.MatchString(name) {
		return "", fault.Field("allowed_domains", fmt.Sprintf("%q is not a mail domain.", typed))
	}
	for _, open := range anybodys {
		if name == open || strings.HasSuffix(name, "."+open) ||
			strings.HasSuffix(open, ".*") && strings.HasPrefix(name, strings.TrimSuffix(open, "*")) {
			return "", fault.Field("allowed_domains", fmt.Sprintf("Anybody can have an address at %s.", name))
		}
	}
	return name, nil
}

// anybodys are domains in which anyone can have an address; ".*" matches every country of a provider.
var anybodys = strings.Fields(
	`gmail.com googlemail.com outlook.* hotmail.* live.* msn.com passport.com yahoo.* ymail.com rocketmail.com icloud.com me.com mac.com
	aol.* gmx.* web.de proton.me protonmail.com protonmail.ch pm.me mail.com email.com usa.com yandex.* ya.ru mail.ru bk.ru inbox.ru
	list.ru rambler.ru zoho.com zohomail.com qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net rediffmail.com tutanota.com
	tuta.io tuta.com fastmail.com fastmail.fm hey.com hushmail.com emirates.net.ae eim.ae du.ae etisalat.ae duck.com
	privaterelay.appleid.com simplelogin.com mozmail.com mailinator.com guerrillamail.com yopmail.com temp-mail.org 10minutemail.com
	trashmail.com sharklasers.com orange.fr free.fr laposte.net wanadoo.fr t-online.de libero.it btinternet.com comcast.net verizon.net
	att.net`)
