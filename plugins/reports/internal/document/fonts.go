package document

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-fonts/dejavu/dejavusanscondensed"
	"github.com/go-fonts/dejavu/dejavusanscondensedbold"
	"github.com/go-text/typesetting/font"
)

// The fonts of documents: the first has the letters of Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic; what it lacks is looked for in the machine's.
// A document takes along those letters that it uses.
const (
	family      = "dejavu"
	otherFamily = "other" // and the number of the font
)

// machineFonts are where Debian's package fonts-droid-fallback has the letters of Chinese and Japanese, and those of Korean.
var machineFonts = []string{"/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf", "/usr/share/fonts-droid-fallback/truetype/DroidSansFallback.ttf"}

// face is a font and its tables.
type face struct {
	raw []byte
	*font.Face
}

func (f *face) has(r rune) bool {
	_, has := f.NominalGlyph(r)
	return has
}

// ownFace is the font that comes along.
var ownFace = sync.OnceValues(func() (*face, error) { return faceOf(dejavusanscondensed.TTF) })

// others are the machine's fonts, in the order in which a letter is looked for in them.
type others struct {
	paths []string
	read  func() []*face // once a document needs them
}

var machine = othersAt(machineFonts)

func othersAt(paths []string) others {
	return others{paths, sync.OnceValue(func() (faces []*face) {
		for _, path := range paths {
			if one, err := readFace(path); err == nil { // UseFont has said so
				faces = append(faces, one)
			}
		}
		return faces
	})}
}

// UseFont makes documents take the letters that their own font lacks from a TrueType font, and then from Debian's; an empty path: from Debian's alone. It is said before the first
// document is made, and reports whether there are such fonts; an error is one that was asked for and cannot be read.
func UseFont(path string) (found bool, err error) {
	paths := machineFonts
	if path != "" {
		if _, err := readFace(path); err != nil {
			return false, err
		}
		paths = append([]string{path}, machineFonts...)
	}
	machine = othersAt(paths)
	for _, one := range paths {
		if _, err := os.Stat(one); err == nil {
			return true, nil
		}
	}
	return false, nil
}

func readFace(path string) (*face, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the font: %w", err)
	}
	return faceOf(raw)
}

// faceOf reads a font whose outlines are TrueType's: documents take no others along.
func faceOf(raw []byte) (*face, error) {
	parsed, err := font.ParseTTF(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("read the font: %w", err)
	}
	if len(raw) < 4 || !bytes.Equal(raw[:4], []byte{0, 1, 0, 0}) {
		return nil, errors.New("read the font: it is no TrueType font")
	}
	return &face{raw, parsed}, nil
}

// addFonts gives a document its own fonts.
func addFonts(p *fpdf.Fpdf) {
	p.AddUTF8FontFromBytes(family, "", dejavusanscondensed.TTF)
	p.AddUTF8FontFromBytes(family, "B", dejavusanscondensedbold.TTF)
}
