package seal

import (
	"crypto/ed25519"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

//go:embed page
var page embed.FS

// Languages are those of the page and of texts within packages.
var languages = []string{"en", "en-US", "de", "es", "fr", "nl"}

var catalogues = sync.OnceValues(func() (map[string]map[string]string, error) {
	all := map[string]map[string]string{}
	for _, language := range languages {
		raw, err := page.ReadFile("page/locales/" + language + ".json")
		if err != nil {
			return nil, fmt.Errorf("read texts: %w", err)
		}
		texts := map[string]string{}
		if err := json.Unmarshal(raw, &texts); err != nil {
			return nil, fmt.Errorf("read texts in %s: %w", language, err)
		}
		all[language] = texts
	}
	return all, nil
})

// text is a text in the language of a locale ("de-AT"), in English where there is none.
func text(locale, key string) (string, error) {
	all, err := catalogues()
	if err != nil {
		return "", err
	}
	short, _, _ := strings.Cut(locale, "-")
	for _, language := range []string{locale, short} {
		if texts, ok := all[language]; ok {
			return texts[key], nil
		}
	}
	return all["en"][key], nil
}

// Page is the page that checks a package: one file that needs no network.
func Page(key ed25519.PublicKey) ([]byte, error) {
	html, err := page.ReadFile("page/verify.html")
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	all, err := catalogues()
	if err != nil {
		return nil, err
	}
	texts, err := json.Marshal(all) // escapes what would end the script
	if err != nil {
		return nil, fmt.Errorf("write the page: %w", err)
	}
	filled := strings.NewReplacer(`/*TEXTS*/{}`, string(texts), `/*KEY*/''`, `'`+base64.StdEncoding.EncodeToString(key)+`'`).Replace(string(html))
	return []byte(filled), nil
}
