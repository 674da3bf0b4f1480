// Package texts says in other languages what the code says in English: the messages of refusals. The English sentence is the key of its translations,
// as with gettext; verbs in it (%s, %d, %q) stand for values, which a translation takes over in their order, or by number: %[2]s.
package texts

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

// Languages are those of the product; messages are written in the first.
var Languages = []string{"en", "en-US", "de", "es", "fr", "nl"}

//go:embed messages/*.json
var common embed.FS

// book is what is known of one language.
type book struct {
	whole    map[string]string
	patterns []pattern
}

// pattern is a sentence with values in it.
type pattern struct {
	english *regexp.Regexp
	say     string // with %[1]s for each value
}

var (
	mutex sync.RWMutex
	books = sync.OnceValue(func() map[string]*book {
		known := map[string]*book{}
		if err := addTo(known, common); err != nil {
			panic(err) // embedded, and read by a test
		}
		return known
	})
)

// Add adds catalogues: files <language>.json in any folder of files, each {"English sentence": "translation"}. An error names the file.
func Add(files fs.FS) error {
	mutex.Lock()
	defer mutex.Unlock()
	return addTo(books(), files)
}

// In says a message in a language; a message or language that is not known stays English.
func In(lang, message string) string {
	mutex.RLock()
	defer mutex.RUnlock()
	b := books()[lang]
	if b == nil || message == "" {
		return message
	}
	if said, ok := b.whole[message]; ok {
		return said
	}
	for _, p := range b.patterns {
		if found := p.english.FindStringSubmatch(message); found != nil {
			values := make([]any, len(found)-1)
			for i, value := range found[1:] {
				values[i] = value
			}
			return fmt.Sprintf(p.say, values...)
		}
	}
	return message
}

var matcher = sync.OnceValue(func() language.Matcher {
	tags := make([]language.Tag, len(Languages))
	for i, name := range Languages {
		tags[i] = language.MustParse(name)
	}
	return language.NewMatcher(tags)
})

// Accepted is the language of the product that a client asks for by its Accept-Language header, or that a locale has; "" where none is named.
func Accepted(header string) string {
	tags, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(tags) == 0 || header == "*" {
		return ""
	}
	_, index, _ := matcher().Match(tags...)
	return Languages[index]
}

// Of is the language of a locale ("de-CH", and "us" for "en-US" as it was once spelled); English for one that is not known.
func Of(locale string) string {
	if locale == "us" {
		return "en-US"
	}
	return cmp.Or(Accepted(locale), "en")
}

func addTo(known map[string]*book, files fs.FS) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".json" {
			return err
		}
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		said := map[string]string{}
		if err := json.Unmarshal(raw, &said); err != nil {
			return fmt.Errorf("read the messages of %s: %w", name, err)
		}
		lang := strings.TrimSuffix(path.Base(name), ".json")
		if known[lang] == nil {
			known[lang] = &book{whole: map[string]string{}}
		}
		known[lang].add(said)
		return nil
	})
}

func (b *book) add(said map[string]string) {
	for _, english := range slices.Sorted(maps.Keys(said)) {
		if !verb.MatchString(english) {
			b.whole[english] = said[english]
			continue
		}
		b.patterns = append(b.patterns, pattern{regexp.MustCompile("^" + verb.ReplaceAllString(regexp.QuoteMeta(english), "(.+)") + "$"), verb.ReplaceAllString(said[english], "%${1}s")})
	}
	// What says most in words is tried first: "%s" alone would take everything.
	slices.SortStableFunc(b.patterns, func(a, c pattern) int { return len(c.english.String()) - len(a.english.String()) })
}

// verb is a value in a sentence.
var verb = regexp.MustCompile(`%(\[\d+\])?[\\.\d]*[a-z]`)

// quotes are how a language quotes.
var quotes = map[string]string{"de": "„%s“", "es": "«%s»", "fr": "«\u00a0%s\u00a0»", "nl": "‘%s’"}

// Quoted says words of a device in a language where they are known; others are quoted as they came.
func Quoted(lang, words string) string {
	if words == "" || isKnown(words) {
		return In(lang, words)
	}
	return fmt.Sprintf(cmp.Or(quotes[lang], "“%s”"), words)
}

// OfDevice says why something went wrong: in a language where the reason is known, otherwise as words of the device.
func OfDevice(lang, reason string) string {
	if reason == "" || isKnown(reason) {
		return In(lang, reason)
	}
	return In(lang, "The device says: "+Quoted(lang, reason))
}

// isKnown reports whether a message has translations.
func isKnown(message string) bool {
	return In(Languages[len(Languages)-1], message) != message
}
