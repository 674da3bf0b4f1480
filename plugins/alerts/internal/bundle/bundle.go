// Package bundle makes the zip of an alert's media: one clip a channel, the pictures, and the samples as tables. Clips go from the storage to whoever
// reads without being held; what has to be made first is made in a folder that goes with the bundle.
package bundle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"outrider.dev/outrider/plugins/alerts/internal/evidence"
	"outrider.dev/sdk/device/imufile"
	"outrider.dev/sdk/device/samplefile"
	"outrider.dev/sdk/device/trackfile"
)

// Entry is one file of the zip.
type Entry struct {
	Name     string
	Size     int64 // bytes
	Modified time.Time
	Sources  []Source // what it was made of
	Open     func(ctx context.Context) (io.ReadCloser, error)
}

// Source is a file of a device, and what the device brought.
type Source struct {
	evidence.File
	Stored Stored
}

// Skipped is a file that is not in the zip, and why.
type Skipped struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// Bundle is what goes into a zip.
type Bundle struct {
	Name    string // of the zip, without its ending: the vehicle and the time of the event
	Entries []Entry
	Skipped []Skipped
	folder  string // with what was made; empty: nothing was
}

// Files opens files of a fileset.
type Files interface {
	Open(ctx context.Context, fileRequestID string) (*Steady, error)
	Has(fileRequestID string) (Stored, bool)
}

// Collect prepares the bundle of an alert's files; Close removes what it made. Files that are not there, or of which nothing can be made, are left
// out and listed.
func Collect(ctx context.Context, name string, list []evidence.File, files Files) (*Bundle, error) {
	folder, err := os.MkdirTemp("", "outrider-alerts-*")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the bundle: %w", err)
	}
	b := &Bundle{Name: name, folder: folder}
	c := collector{Bundle: b, files: files}
	c.videos(ctx, pick(list, evidence.File.IsVideo))
	c.pictures(ctx, pick(list, evidence.File.IsPictures))
	c.tables(ctx, "gps_data", trackfile.Format, pick(list, evidence.File.IsTrack))
	c.tables(ctx, "imu", imufile.Format, pick(list, evidence.File.IsIMU))
	if err := ctx.Err(); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// Close removes what was made.
func (b *Bundle) Close() error { return os.RemoveAll(b.folder) }

func pick(list []evidence.File, is func(evidence.File) bool) (found []evidence.File) {
	for _, f := range list {
		if is(f) {
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, func(a, b evidence.File) int {
		if a.Channel != b.Channel {
			return a.Channel - b.Channel
		}
		return int(a.StartMs - b.StartMs)
	})
	return found
}

// collector fills a bundle.
type collector struct {
	*Bundle
	files Files
}

func (c collector) skip(name, reason string) {
	c.Bundle.Skipped = append(c.Bundle.Skipped, Skipped{name, reason})
}

// missing is said of a file whose device has not said why it is not there.
const missing = "the device has not sent it"

// there reports whether a file is said to be there; what is not is skipped.
func (c collector) there(name string, f evidence.File) bool {
	if f.Status == evidence.Success {
		return true
	}
	c.skip(name, cmp.Or(f.Reason, missing))
	return false
}

// numbered is a name for the n-th file of a kind, from 0.
func numbered(name string, n int, ending string) string {
	if n == 0 {
		return name + ending
	}
	return fmt.Sprintf("%s_%d%s", name, n+1, ending)
}

func (c collector) videos(ctx context.Context, list []evidence.File) {
	of := map[int]int{}
	for _, f := range list {
		name := numbered(fmt.Sprintf("%s_CH%d", c.Name, f.Channel), of[f.Channel], ".mp4")
		of[f.Channel]++
		if !c.there(name, f) {
			continue
		}
		stored, err := c.files.Open(ctx, f.FileRequestID)
		if err == nil { // what has changed is left out now, since nothing can be left out once the zip is on its way
			_, err = io.Copy(io.Discard, struct{ io.Reader }{stored})
			err = errors.Join(err, stored.Close())
		}
		if err != nil {
			c.skip(name, reasonOf(err, "the file cannot be read"))
			continue
		}
		c.Entries = append(c.Entries, Entry{
			Name: name, Size: stored.Size(), Modified: time.UnixMilli(f.StartMs), Sources: c.sources(f),
			Open: func(ctx context.Context) (io.ReadCloser, error) { return c.files.Open(ctx, f.FileRequestID) },
		})
	}
}

func (c collector) pictures(ctx context.Context, list []evidence.File) {
	var sources []Source
	err := c.build("snapshots.zip", func(w io.Writer) error {
		book := newAlbum(w)
		for _, f := range list {
			name := fmt.Sprintf("snapshots.zip: CH%d", f.Channel)
			if !c.there(name, f) {
				continue
			}
			stored, err := c.files.Open(ctx, f.FileRequestID)
			if err == nil {
				err = errors.Join(book.add(c.folder, f.Channel, stored), stored.Close())
			}
			if err != nil {
				c.skip(name, reasonOf(err, "the file is not a zip of pictures"))
				continue
			}
			sources = append(sources, c.sources(f)...)
		}
		return book.zip.Close()
	})
	if err != nil {
		c.skip("snapshots.zip", "the file cannot be made")
		return
	}
	if len(sources) > 0 {
		c.add("snapshots.zip", sources)
	}
}

func (c collector) tables(ctx context.Context, name string, format samplefile.Format, list []evidence.File) {
	for n, f := range list {
		full := numbered(name, n, ".csv")
		if !c.there(full, f) {
			continue
		}
		stored, err := c.files.Open(ctx, f.FileRequestID)
		if err != nil {
			c.skip(full, "the file cannot be read")
			continue
		}
		err = errors.Join(c.build(full, func(w io.Writer) error { return writeTable(w, format, stored) }), stored.Close())
		if err != nil {
			c.skip(full, reasonOf(err, plain(err)))
			continue
		}
		c.add(full, c.sources(f))
	}
}

// sources is a file with what is known of its bytes.
func (c collector) sources(f evidence.File) []Source {
	stored, _ := c.files.Has(f.FileRequestID) // it was opened
	return []Source{{f, stored}}
}

// reasonOf is why a file is left out: that it has changed, or what the reader of it says otherwise.
func reasonOf(err error, otherwise string) string {
	if errors.Is(err, ErrChanged) {
		return ErrChanged.Error()
	}
	return otherwise
}

// plain is the first line of what is wrong, without what was being done.
func plain(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return reading.ReplaceAllString(text, "")
}

var reading = regexp.MustCompile(`^read [^:]* file: `)

// build makes a file of the bundle's folder.
func (c collector) build(name string, write func(io.Writer) error) error {
	file, err := os.Create(filepath.Join(c.folder, name))
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// add takes a file of the bundle's folder into the zip.
func (c collector) add(name string, sources []Source) {
	path := filepath.Join(c.folder, name)
	info, err := os.Stat(path)
	if err != nil {
		c.skip(name, "the file cannot be made")
		return
	}
	c.Entries = append(c.Entries, Entry{
		Name: name, Size: info.Size(), Modified: time.UnixMilli(sources[0].StartMs), Sources: sources,
		Open: func(context.Context) (io.ReadCloser, error) { return os.Open(path) },
	})
}

// unsafe is what names of files are cleaned of.
var unsafe = regexp.MustCompile(`[^\pL\pN._-]+`)

// NameOf is the name of a bundle: "HGV-022_2026_11_21__14_41_26", by the clock of the place.
func NameOf(vehicle string, local time.Time) string {
	cleaned := strings.Trim(unsafe.ReplaceAllString(vehicle, "_"), "._")
	if cleaned == "" {
		cleaned = "alert"
	}
	return cleaned + "_" + local.Format("2006_01_02__15_04_05")
}
