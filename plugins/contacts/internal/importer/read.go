package importer

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/emersion/go-vcard"

	"outrider.dev/outrider/plugins/contacts/internal/contact"
	"outrider.dev/sdk/csvfile"
)

// heads are what programs call a column in the product's languages, in lower case.
var heads = csvfile.Words{
	"first":     {"first name", "firstname", "given name", "vorname", "nombre", "prénom", "voornaam", "first"},
	"last":      {"last name", "lastname", "surname", "family name", "nachname", "apellido", "apellidos", "nom", "nom de famille", "achternaam", "last"},
	"name":      {"name", "full name", "display name", "vollständiger name", "nombre completo", "nom complet", "volledige naam", "naam"},
	"email":     {"email", "e-mail", "e-mail address", "email address", "e-mail 1 - value", "e-mail-adresse", "correo", "correo electrónico", "adresse e-mail", "courriel", "e-mailadres", "mail"},
	"telephone": {"telephone", "phone", "business phone", "home phone", "work phone", "phone 1 - value", "telefon", "teléfono", "téléphone", "telefoon", "tel"},
	"mobile":    {"mobile", "mobile phone", "cell", "cell phone", "mobil", "mobiltelefon", "handy", "móvil", "portable", "mobiel", "gsm"},
	"tags":      {"tags", "tag", "categories", "category", "labels", "group membership", "kategorien", "etiquetas", "étiquettes", "catégories", "labels", "kategorie"},
}

var (
	errTooMany = fmt.Errorf("at most %d contacts in one file", maxRows)
	errHead    = errors.New("the first line must name the columns: first name, last name, e-mail")
)

// readCSV reads a table whose first line names the columns; commas, semicolons or tabs lie between its values.
func readCSV(text string) (rows []Row, err error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = csvfile.Delimiter(text), -1, true
	head, err := r.Read()
	if err != nil {
		return nil, errHead
	}
	columns := csvfile.Columns(head, heads)
	if _, ok := columns["email"]; !ok {
		return nil, errHead
	}
	rows = []Row{}
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := r.FieldPos(0)
		if len(rows) == maxRows {
			return nil, errTooMany
		}
		rows = append(rows, Row{Line: line, Contact: draftOf(record, columns)})
	}
}

func draftOf(record []string, columns map[string]int) contact.Draft {
	value := func(field string) string {
		i, ok := columns[field]
		if !ok || i >= len(record) {
			return ""
		}
		return csvfile.Plain(record[i])
	}
	d := contact.Draft{FirstName: value("first"), LastName: value("last"), Email: value("email"), Telephone: value("telephone"), Mobile: value("mobile")}
	if d.FirstName == "" && d.LastName == "" {
		d.FirstName, d.LastName = halves(value("name"))
	}
	d.Tags = strings.FieldsFunc(value("tags"), func(r rune) bool { return r == ';' || r == ',' || r == '|' })
	return d
}

// halves are a first and a last name of a whole one: "Ogden, Helen" and "Helen Ogden".
func halves(name string) (first, last string) {
	if last, first, ok := strings.Cut(name, ","); ok {
		return strings.TrimSpace(first), strings.TrimSpace(last)
	}
	words := strings.Fields(name)
	if len(words) < 2 {
		return "", name
	}
	return strings.Join(words[:len(words)-1], " "), words[len(words)-1]
}

// readVCards reads cards one after the other.
func readVCards(text string) (rows []Row, err error) {
	decoder := vcard.NewDecoder(strings.NewReader(text))
	rows = []Row{}
	starts := linesOf(text)
	for {
		card, err := decoder.Decode()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		if len(rows) == maxRows {
			return nil, errTooMany
		}
		line := 0
		if len(rows) < len(starts) {
			line = starts[len(rows)]
		}
		rows = append(rows, Row{Line: line, Contact: draftOfCard(card)})
	}
}

// linesOf is where each card begins.
func linesOf(text string) (starts []int) {
	for i, line := range strings.Split(text, "\n") {
		if strings.EqualFold(strings.TrimSpace(line), "BEGIN:VCARD") {
			starts = append(starts, i+1)
		}
	}
	return starts
}

func draftOfCard(card vcard.Card) contact.Draft {
	d := contact.Draft{Email: card.PreferredValue(vcard.FieldEmail), Tags: card.Categories()}
	if name := card.Name(); name != nil {
		d.FirstName, d.LastName = name.GivenName, name.FamilyName
	}
	if d.FirstName == "" && d.LastName == "" {
		d.FirstName, d.LastName = halves(card.PreferredValue(vcard.FieldFormattedName))
	}
	for _, number := range card[vcard.FieldTelephone] {
		value := strings.TrimPrefix(number.Value, "tel:")
		if number.Params.HasType("cell") {
			d.Mobile = orFirst(d.Mobile, value)
		} else if !number.Params.HasType("fax") {
			d.Telephone = orFirst(d.Telephone, value)
		}
	}
	return d
}

func orFirst(have, value string) string {
	if have != "" {
		return have
	}
	return value
}
