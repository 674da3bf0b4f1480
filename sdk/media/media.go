// Package media keeps a plugin's files in the host's storage: a folder, or a bucket. What people see goes to them by signed link, straight
// from the host; Write and Open are for the plugin's own work on a file.
package media

import (
	"context"
	"fmt"
	"time"

	"outrider.dev/sdk/fault"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
	"outrider.dev/sdk/web"
)

// LinkLife is how long a link to a file lives unless it says otherwise.
const LinkLife = 10 * time.Minute

// Store is the plugin's share of the storage. Names are the plugin's own, such as "filesets/7/ch1.mp4", in every organisation.
type Store struct{ client pluginv1.MediaClient }

// New keeps files through client, whose errors are fault.Errors.
func New(client pluginv1.MediaClient) *Store { return &Store{client} }

// Info is what is known of a stored file.
type Info struct {
	Size     int64  // bytes
	SHA256   string // hexadecimal; only of a file just written
	Modified time.Time
}

// Stat finds a file; fault.NotFound.
func (s *Store) Stat(ctx context.Context, orgID, name string) (Info, error) {
	file, err := s.client.StatFile(ctx, &pluginv1.FileRequest{OrgId: orgID, Name: name})
	if err != nil {
		return Info{}, fmt.Errorf("look at file %s: %w", name, err)
	}
	return infoOf(file), nil
}

// Delete removes files; one that is not there is no error. Links to upload them are over: what a device still sends is answered 410.
func (s *Store) Delete(ctx context.Context, orgID string, names ...string) error {
	if len(names) == 0 {
		return nil
	}
	if _, err := s.client.DeleteFiles(ctx, &pluginv1.DeleteFilesRequest{OrgId: orgID, Names: names}); err != nil {
		return fmt.Errorf("delete %d files, first %s: %w", len(names), names[0], err)
	}
	return nil
}

// LinkOptions say how a browser gets a file.
type LinkOptions struct {
	ContentType string        // empty: application/octet-stream
	FileName    string        // set: saved under this name instead of shown
	Life        time.Duration // zero: LinkLife; at most 24 hours
	Mailed      bool          // goes to people by mail: belongs to no session, and lives up to 14 days; only with the capability "mail"
	SHA256      string        // hexadecimal; set: a download of the whole file is this, or breaks off before its end. Not for LinkLinked
}

// Link makes the path of a link to a file, whether or not the file exists. Made while a user's request is under way it ends with that
// user's session.
func (s *Store) Link(ctx context.Context, orgID, name string, o LinkOptions) (path string, expires time.Time, err error) {
	path, expires, err = s.link(ctx, &pluginv1.FileRequest{OrgId: orgID, Name: name}, o)
	if err != nil {
		return "", time.Time{}, fmt.Errorf("make link to file %s: %w", name, err)
	}
	return path, expires, nil
}

// LinkLinked is Link for a file of another plugin, which has answered this one with a link as to a plugin (web.AsPlugin). The new link is the caller's
// own; fault.Denied if the one it is made of is no longer good.
func (s *Store) LinkLinked(ctx context.Context, orgID, link string, o LinkOptions) (path string, expires time.Time, err error) {
	path, expires, err = s.link(ctx, &pluginv1.FileRequest{OrgId: orgID, Link: link}, o)
	if err != nil {
		return "", time.Time{}, fmt.Errorf("make link to a linked file: %w", err)
	}
	return path, expires, nil
}

func (s *Store) link(ctx context.Context, file *pluginv1.FileRequest, o LinkOptions) (path string, expires time.Time, err error) {
	caller := web.Caller(ctx)
	if o.Mailed {
		caller.SessionID = ""
	}
	answer, err := s.client.LinkFile(ctx, &pluginv1.LinkFileRequest{
		File: file, ContentType: o.ContentType, FileName: o.FileName, LifeMs: lifeOf(o.Life).Milliseconds(), UserId: caller.UserID, SessionId: caller.SessionID,
		Sha256: o.SHA256, Mailed: o.Mailed,
	})
	if err != nil {
		return "", time.Time{}, err
	}
	return answer.GetPath(), time.UnixMilli(answer.GetExpiresAtMs()), nil
}

// Upload is a file that a device is to bring.
type Upload struct {
	OrgID, Name string
	DeviceID    string
	MaxBytes    int64
	Life        time.Duration // at most 24 hours; a new link to the same name goes on with the parts that are there
}

// UploadLink makes the address to which a device sends a file in parts (docs/device-protocol.md). When it is complete the host publishes
// event.media.uploaded.
func (s *Store) UploadLink(ctx context.Context, u Upload) (url string, expires time.Time, err error) {
	if u.MaxBytes <= 0 || u.DeviceID == "" {
		return "", time.Time{}, fault.New(fault.Internal, "an upload needs a device and a largest size")
	}
	answer, err := s.client.LinkFile(ctx, &pluginv1.LinkFileRequest{
		File: &pluginv1.FileRequest{OrgId: u.OrgID, Name: u.Name}, Upload: true, DeviceId: u.DeviceID, MaxBytes: u.MaxBytes, LifeMs: lifeOf(u.Life).Milliseconds(),
	})
	if err != nil {
		return "", time.Time{}, fmt.Errorf("make upload link for %s: %w", u.Name, err)
	}
	return answer.GetUrl(), time.UnixMilli(answer.GetExpiresAtMs()), nil
}

func lifeOf(life time.Duration) time.Duration {
	if life == 0 {
		return LinkLife
	}
	return life
}

func infoOf(file *pluginv1.StoredFile) Info {
	return Info{Size: file.GetSize(), SHA256: file.GetSha256(), Modified: time.UnixMilli(file.GetModifiedMs())}
}
