package bundle

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
)

const (
	maxPictures     = 200
	maxPictureBytes = 16 << 20
	maxPicturesZip  = 64 << 20
)

var errPictures = errors.New("the file is not a zip of pictures")

// album writes the pictures of several channels into one zip.
type album struct {
	zip   *zip.Writer
	names map[string]bool
}

func newAlbum(w io.Writer) *album { return &album{zip: zip.NewWriter(w), names: map[string]bool{}} }

// add takes the pictures of a channel out of the zip that its device has brought, by way of a file in folder. Names that lead elsewhere lose
// the way and keep their end.
func (a *album) add(folder string, channel int, from io.Reader) error {
	local, err := os.CreateTemp(folder, "pictures-*")
	if err != nil {
		return err
	}
	defer os.Remove(local.Name())
	defer local.Close()
	size, err := io.Copy(local, io.LimitReader(from, maxPicturesZip+1))
	if err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	archive, err := zip.NewReader(local, size)
	if err != nil || size > maxPicturesZip || len(archive.File) > maxPictures {
		return errPictures
	}
	for _, f := range archive.File {
		if err := a.copy(f, channel); err != nil {
			return err
		}
	}
	return nil
}

func (a *album) copy(f *zip.File, channel int) error {
	base := unsafe.ReplaceAllString(path.Base(strings.ReplaceAll(f.Name, `\`, "/")), "_")
	ending := strings.ToLower(path.Ext(base))
	if f.FileInfo().IsDir() || (ending != ".jpg" && ending != ".jpeg") || f.UncompressedSize64 > maxPictureBytes {
		return nil // no picture
	}
	name := base
	for n := 2; a.names[name]; n++ {
		name = fmt.Sprintf("CH%d_%d_%s", channel, n, base)
	}
	opened, err := f.Open()
	if err != nil {
		return errPictures
	}
	defer opened.Close()
	w, err := a.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: f.Modified})
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, io.LimitReader(opened, maxPictureBytes)); err != nil {
		return errPictures
	}
	a.names[name] = true
	return nil
}
