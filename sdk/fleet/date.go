package fleet

import (
	"strings"
	"time"
)

// months are the short names of the months, as the portal writes them; of German, which writes numbers, there are none.
var months = map[string][]string{
	"en":    strings.Fields("Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec"),
	"en-US": strings.Fields("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
	"es":    strings.Fields("ene feb mar abr may jun jul ago sept oct nov dic"),
	"fr":    strings.Fields("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
	"nl":    strings.Fields("jan feb mrt apr mei jun jul aug sep okt nov dec"),
}

// Date is a day as a language ("de") writes it: "21 Jul 2026". An unknown language is English.
func Date(language string, at time.Time) string {
	if language == "de" {
		return at.Format("02.01.2006")
	}
	names, ok := months[language]
	if !ok {
		names = months["en"]
	}
	month := names[at.Month()-1]
	if language == "en-US" {
		return month + at.Format(" 2, 2006")
	}
	return at.Format("2 ") + month + at.Format(" 2006")
}

// DateTime is a time to the minute as a language writes it: "21 Jul 2026, 14:32".
func DateTime(language string, at time.Time) string {
	if language == "en-US" {
		return Date(language, at) + at.Format(", 3:04 PM")
	}
	return Date(language, at) + at.Format(", 15:04")
}
