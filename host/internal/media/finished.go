package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"time"

	"outrider.dev/sdk/fault"
)

const (
	// sweepBatch bounds how many ended uploads are cleared away between two looks at the register.
	sweepBatch = 500
	// remembered is how long an ended upload is known: longer than any link to it lives.
	remembered = 2 * MaxLife
)

// errOver means that nobody wants the file of an upload any more.
var errOver = errors.New("the upload is over")

// errOther means that another file was accepted before.
var errOther = fault.New(fault.Conflict, "This file is complete already, and is another one.")

// refusal says why a receipt is not that of a promise; nil if it is.
func refusal(r Receipt, promise Promise) error {
	switch {
	case r.State == Over:
		return errOver
	case !r.holds(promise):
		return errOther
	default:
		return nil
	}
}

// begin lets parts of an upload in, unless it is complete or over.
func (u *Uploads) begin(ctx context.Context, l Link) error {
	r, err := u.find(ctx, l)
	if err == nil && r.State == Begun && r.DeviceID == "" {
		r, err = u.register.Begin(ctx, l)
	}
	switch {
	case err != nil:
		return err
	case r.State == Over:
		return errOver
	case r.State == Complete:
		return fault.New(fault.Conflict, "This file is complete already.")
	default:
		return nil
	}
}

// find is what is known of an upload: errOver for one that is over, an open one without a device if it has not begun. A file that was brought
// before receipts were kept gets one of what it is now.
func (u *Uploads) find(ctx context.Context, l Link) (Receipt, error) {
	r, err := u.register.Find(ctx, l.Key)
	if err == nil && r.State == Over {
		return r, errOver
	}
	if !errors.Is(err, ErrNoReceipt) {
		return r, err
	}
	if _, err := u.files.Stat(ctx, l.Key); fault.KindOf(err) == fault.NotFound {
		return Receipt{State: Begun}, nil
	} else if err != nil {
		return r, err
	}
	p, err := u.measure(ctx, l.Key)
	if err != nil {
		return r, err
	}
	if _, err := u.register.Accept(ctx, l, p); err != nil {
		return r, err
	}
	return u.register.Complete(ctx, l.Key)
}

// measure reads a stored file for its size and hash.
func (u *Uploads) measure(ctx context.Context, key string) (Promise, error) {
	r, err := u.files.Read(ctx, key, 0, -1)
	if err != nil {
		return Promise{}, err
	}
	defer func() { _ = r.Close() }() // only read from
	hash := sha256.New()
	size, err := io.Copy(hash, r)
	if err != nil {
		return Promise{}, faultOf(err)
	}
	return Promise{size, hex.EncodeToString(hash.Sum(nil))}, nil
}

// End deletes a file and ends the upload to it, also one that is under way or has not begun: its links are answered 410 from now on.
func (u *Uploads) End(ctx context.Context, key string) error {
	r, err := u.register.End(ctx, key)
	if err != nil {
		return fault.Wrap(fault.Unavailable, err, "The storage of files is not answering. Please try again soon.")
	}
	if err := u.files.Delete(ctx, key); err != nil || r.DeviceID == "" {
		return err
	}
	l := Link{Key: key, DeviceID: r.DeviceID}
	parts, err := u.Parts(ctx, l)
	if err != nil {
		return err
	}
	return u.clear(ctx, l, parts)
}

// Tidy removes parts of uploads that nobody goes on with, and forgets uploads to which no link leads any more, until ctx ends.
func (u *Uploads) Tidy(ctx context.Context, log *slog.Logger) error {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		removed, err := u.files.Sweep(ctx)
		err = errors.Join(err, u.Forget(ctx))
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			log.Warn("parts of uploads that nobody goes on with are not removed", "error", err)
		case removed > 0:
			log.Info("parts of uploads that nobody went on with were removed", "parts", removed)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// Forget forgets uploads to which no link leads any more. The file of one that ended is deleted once more: whoever stored it in the moment in which
// it ended may have been cut off.
func (u *Uploads) Forget(ctx context.Context) error {
	now := u.files.signer.now()
	for {
		keys, err := u.register.Ended(ctx, now.Add(-remembered))
		if err != nil {
			return err
		}
		for _, key := range keys {
			if err := u.files.Delete(ctx, key); err != nil {
				return err
			}
		}
		if err := u.register.Forget(ctx, keys, now.Add(-abandoned-MaxLife)); err != nil || len(keys) < sweepBatch {
			return err
		}
	}
}
