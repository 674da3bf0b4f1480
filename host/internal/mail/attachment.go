package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"

	gomail "github.com/wneessen/go-mail"

	"outrider.dev/sdk/fault"
)

const (
	maxAttachments     = 5
	maxAttachmentBytes = 20 << 20 // of one mail; mail servers seldom take more
)

// Attachment is a stored file that goes with a mail. It is read when the mail leaves, and must stay until then.
type Attachment struct {
	Key  string `json:"key"` // in the host's storage
	Name string `json:"name"`
	Type string `json:"type"` // "application/pdf"
}

// Files reads stored files; media.Files does.
type Files interface {
	Read(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
}

// attach reads the files of a mail into a message. A file that is gone, or files that are too large together, are ErrRefused.
func attach(ctx context.Context, message *gomail.Msg, files Files, list []Attachment) error {
	left := int64(maxAttachmentBytes)
	for _, one := range list {
		content, err := readFile(ctx, files, one, left)
		if err != nil {
			return err
		}
		left -= int64(len(content))
		kind, _, err := mime.ParseMediaType(one.Type)
		if err != nil {
			kind = string(gomail.TypeAppOctetStream)
		}
		message.AttachReadSeeker(one.Name, bytes.NewReader(content), gomail.WithFileContentType(gomail.ContentType(kind)))
	}
	return nil
}

func readFile(ctx context.Context, files Files, a Attachment, left int64) ([]byte, error) {
	if files == nil {
		return nil, fmt.Errorf("%w: this host keeps no files", ErrRefused)
	}
	r, err := files.Read(ctx, a.Key, 0, -1)
	if err != nil && fault.KindOf(err) == fault.NotFound {
		return nil, fmt.Errorf("%w: the file %s is gone", ErrRefused, a.Name)
	}
	if err != nil {
		return nil, fmt.Errorf("read the file %s of a mail: %w", a.Name, err)
	}
	content, err := io.ReadAll(io.LimitReader(r, left+1))
	if err := errors.Join(err, r.Close()); err != nil {
		return nil, fmt.Errorf("read the file %s of a mail: %w", a.Name, err)
	}
	if int64(len(content)) > left {
		return nil, fmt.Errorf("%w: its files have more than 20 MiB", ErrRefused)
	}
	return content, nil
}
