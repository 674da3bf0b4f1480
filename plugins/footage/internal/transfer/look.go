package transfer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"outrider.dev/outrider/plugins/footage/internal/faststart"
	"outrider.dev/outrider/plugins/footage/internal/fileset"
	"outrider.dev/outrider/plugins/footage/internal/verify"
	"outrider.dev/sdk/device"
	"outrider.dev/sdk/fault"
)

// errLost is why a file that had come is not there.
var errLost = errors.New("the file is no longer there")

// errForeign is why a file is refused whose bytes changed after they came.
var errForeign = errors.New("the file is not the one that the device brought")

// look decides whether a file that came is a good one, and makes it ready to be seen; a bad one is removed.
func (c *Worker) look(ctx context.Context, d fileset.Due) error {
	which := fileset.FileRef{OrgID: d.OrgID, DeviceID: d.DeviceID, FileID: d.ID}
	local, size, hash, err := c.fetch(ctx, d)
	if fault.KindOf(err) == fault.NotFound { // whoever removed it was cut off before saying so
		return c.move(ctx, which, fileset.Change{Status: fileset.Canceled, Reason: errLost.Error()})
	}
	if err != nil {
		return err
	}
	defer os.Remove(local.Name())
	defer local.Close()
	good := fileset.Change{Status: fileset.Success, Progress: 100, Size: size, SHA256: hash} // of what is stored: an earlier look may have changed it
	wrong, err := c.genuine(d, local, size, hash)
	if err != nil {
		return err
	}
	if wrong == nil {
		wrong = verify.File(d.Type, size, local, time.Duration(d.DurationMs)*time.Millisecond)
	}
	if wrong == nil {
		room, err := c.rooms.Room(ctx, d.OrgID)
		if err != nil {
			return err
		}
		wrong = room.Take(size)
	}
	if wrong == nil {
		wrong, err = c.prepare(ctx, d, local, size, &good)
		if err != nil {
			return err
		}
	}
	if wrong == nil {
		return c.accept(ctx, which, d, good)
	}
	if err := c.storage.Delete(ctx, d.OrgID, fileset.NameOf(d.FilesetID, d.ID), fileset.ThumbnailOf(d.FilesetID, d.ID)); err != nil {
		return err
	}
	return c.move(ctx, which, fileset.Change{Status: fileset.Canceled, Reason: wrong.Error()})
}

// genuine says whether a file is the one that the device brought, or what an earlier look, which was cut off, has made of that.
func (c *Worker) genuine(d fileset.Due, local *os.File, size int64, hash string) (wrong, err error) {
	if d.DeviceSHA256 == "" || d.DeviceSHA256 == hash {
		return nil, nil
	}
	if d.Rewrite == nil {
		return errForeign, nil
	}
	before, err := faststart.Undo(local, size, *d.Rewrite)
	if err != nil {
		return errForeign, nil // it is not what was made of the device's bytes
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, before); err != nil {
		return nil, fmt.Errorf("look at file %s: %w", d.ID, err)
	}
	if hex.EncodeToString(sum.Sum(nil)) != d.DeviceSHA256 {
		return errForeign, nil
	}
	return nil, nil
}

// accept makes a good file known. One that was deleted or canceled while it was looked at is removed: what was written meanwhile is nobody's.
func (c *Worker) accept(ctx context.Context, which fileset.FileRef, d fileset.Due, good fileset.Change) error {
	changed, err := c.files.Move(ctx, which, good)
	if err != nil {
		return err
	}
	if len(changed) > 0 {
		c.tell(ctx, changed)
		return nil
	}
	expected, err := c.files.Expects(ctx, d.OrgID, d.DeviceID, d.ID)
	if err != nil || expected { // another process was faster
		return err
	}
	return c.storage.Delete(ctx, d.OrgID, fileset.NameOf(d.FilesetID, d.ID), fileset.ThumbnailOf(d.FilesetID, d.ID))
}

// fetch copies the file into one of this process's own, which the caller closes and removes; fault.NotFound.
func (c *Worker) fetch(ctx context.Context, d fileset.Due) (local *os.File, size int64, hash string, err error) {
	stored, err := c.storage.Open(ctx, d.OrgID, fileset.NameOf(d.FilesetID, d.ID))
	if err != nil {
		return nil, 0, "", err
	}
	defer stored.Close()
	if local, err = os.CreateTemp("", "outrider-footage-*"); err != nil {
		return nil, 0, "", fmt.Errorf("look at file %s: %w", d.ID, err)
	}
	sum := sha256.New()
	if size, err = io.Copy(io.MultiWriter(local, sum), stored); err == nil {
		_, err = local.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, 0, "", errors.Join(fmt.Errorf("look at file %s: %w", d.ID, err), local.Close(), os.Remove(local.Name()))
	}
	return local, size, hex.EncodeToString(sum.Sum(nil)), nil
}

// prepare puts a video's index in front and makes a small picture. wrong says why the file is of no use, err why it is to be tried again.
func (c *Worker) prepare(ctx context.Context, d fileset.Due, local *os.File, size int64, good *fileset.Change) (wrong, err error) {
	var small []byte
	switch d.Type {
	case device.FileVideo, device.FileAlertVideo:
		fixed, move, err := faststart.Fix(local, size)
		if errors.Is(err, faststart.ErrIndex) {
			return err, nil
		}
		if err != nil {
			return nil, err
		}
		if fixed != nil {
			if err := c.files.Rewriting(ctx, d.OrgID, d.ID, *move); err != nil {
				return nil, err
			}
			stored, err := c.storage.Write(ctx, d.OrgID, fileset.NameOf(d.FilesetID, d.ID), fixed)
			if err != nil {
				return nil, err
			}
			good.Size, good.SHA256 = stored.Size, stored.SHA256
		}
		small, err = c.pictures.Video(ctx, local.Name())
		c.noPicture(d, err)
	case device.FileAlertSnaps:
		small, err = c.pictures.Pictures(local, size)
		c.noPicture(d, err)
	}
	if len(small) == 0 {
		return nil, nil
	}
	stored, err := c.storage.Write(ctx, d.OrgID, fileset.ThumbnailOf(d.FilesetID, d.ID), bytes.NewReader(small))
	good.Thumbnail = stored.Size
	return nil, err
}

// noPicture notes that there is no small picture: that is no reason to refuse a file.
func (c *Worker) noPicture(d fileset.Due, err error) {
	if err != nil {
		c.log.Debug("a file has no small picture", "file", d.ID, "error", err)
	}
}
