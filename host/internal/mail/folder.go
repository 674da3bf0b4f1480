package mail

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"outrider.dev/sdk/fault"
)

// Folder is where mails are written when there is no mail server.
type Folder string

// Envelope is what is on the envelope of a written mail.
type Envelope struct {
	ID       string // of its file
	At       time.Time
	From, To string
	Subject  string
}

// Content is what a mail says: as text, and as a page if it has one.
type Content struct{ Text, HTML string }

var messageID = regexp.MustCompile(`^[0-9a-f]{24}$`)

// List is a page of what was written, the newest first, and how many there are. A file that is no mail is passed over.
func (f Folder) List(skip, limit int) ([]Envelope, int, error) {
	entries, err := os.ReadDir(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("look into the outbox: %w", err)
	}
	var files []Envelope
	for _, entry := range entries {
		id, isMessage := strings.CutSuffix(entry.Name(), extension)
		if info, err := entry.Info(); err == nil && isMessage && messageID.MatchString(id) {
			files = append(files, Envelope{ID: id, At: info.ModTime()})
		}
	}
	slices.SortFunc(files, func(a, b Envelope) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID)) })
	total := len(files)
	files = files[min(skip, total):]
	var page []Envelope
	for _, file := range files[:min(limit, len(files))] {
		if message, err := f.envelope(file); err == nil {
			page = append(page, message)
		}
	}
	return page, total, nil
}

// envelope reads the head of a mail and leaves its words.
func (f Folder) envelope(message Envelope) (Envelope, error) {
	file, err := os.Open(filepath.Join(string(f), message.ID+extension))
	if err != nil {
		return message, fmt.Errorf("open mail %s: %w", message.ID, err)
	}
	defer file.Close() // it was only read
	parsed, err := mail.ReadMessage(file)
	if err != nil {
		return message, fmt.Errorf("read mail %s: %w", message.ID, err)
	}
	var words mime.WordDecoder
	decoded := func(name string) string {
		value := parsed.Header.Get(name)
		if text, err := words.DecodeHeader(value); err == nil {
			return text
		}
		return value
	}
	message.From, message.To, message.Subject = decoded("From"), strings.Trim(decoded("To"), "<>"), decoded("Subject")
	return message, nil
}

// Read is one mail; fault.NotFound if there is none with that id.
func (f Folder) Read(id string) (Envelope, Content, error) {
	path := filepath.Join(string(f), id+extension)
	if !messageID.MatchString(id) {
		return Envelope{}, Content{}, fault.New(fault.NotFound, "There is no such mail.")
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Envelope{}, Content{}, fault.New(fault.NotFound, "There is no such mail.")
	}
	if err != nil {
		return Envelope{}, Content{}, fmt.Errorf("find mail %s: %w", id, err)
	}
	message, err := f.envelope(Envelope{ID: id, At: info.ModTime()})
	if err != nil {
		return Envelope{}, Content{}, err
	}
	parsed, err := gomail.EMLToMsgFromFile(path)
	if err != nil {
		return Envelope{}, Content{}, fmt.Errorf("read mail %s: %w", id, err)
	}
	var content Content
	for _, part := range parsed.GetParts() {
		body, err := part.GetContent()
		if err != nil {
			return Envelope{}, Content{}, fmt.Errorf("read mail %s: %w", id, err)
		}
		if strings.HasPrefix(string(part.GetContentType()), string(gomail.TypeTextHTML)) {
			content.HTML = string(body)
		} else {
			content.Text = string(body)
		}
	}
	return message, content, nil
}
