package media

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/fileblob" // file:// addresses
	_ "gocloud.dev/blob/s3blob"   // s3:// addresses
)

// folderOptions create the folder and keep what is stored as plain files.
const folderOptions = "create_dir=true&metadata=skip&no_tmp_dir=true&dir_file_mode=0700"

// Open opens where files are stored: a folder as an absolute path or file:// address, which it creates (mode 0700), or a bucket such as
// s3://bucket?region=eu-west-2.
func Open(ctx context.Context, place string) (*blob.Bucket, error) {
	if filepath.IsAbs(place) {
		place = (&url.URL{Scheme: "file", Path: filepath.ToSlash(place)}).String()
	}
	if strings.HasPrefix(place, "file://") && !strings.Contains(place, "?") {
		place += "?" + folderOptions
	}
	bucket, err := blob.OpenBucket(ctx, place)
	if err != nil {
		return nil, fmt.Errorf("open media storage %s: %w", withoutQuery(place), err)
	}
	return bucket, nil
}

// withoutQuery keeps what may be secret out of messages.
func withoutQuery(place string) string {
	u, err := url.Parse(place)
	if err != nil {
		return "(an address that cannot be read)"
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}
