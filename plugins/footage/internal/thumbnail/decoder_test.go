package thumbnail_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"outrider.dev/outrider/plugins/footage/internal/thumbnail"
)

// program is a shell script in the place of ffmpeg: it says a version, and does something with a file.
func program(t *testing.T, version, does string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ffmpeg")
	script := fmt.Sprintf("#!/bin/sh\nif [ \"$1\" = -version ]; then echo 'ffmpeg version N-1-gabc'; echo 'libavutil 1. 2.3'; echo 'libavcodec     %s / x'; exit; fi\n%s\n", version, does)
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil { // a program
		t.Fatal(err)
	}
	return path
}

func TestNew_TakesNoDecoderThatNobodyMends(t *testing.T) {
	for version, taken := range map[string]bool{
		"59. 37.100": true, "61. 19.100": true, "59.40.100": true, "62.1.100": true, "58. 35.100": false, "58.134.100": false, "59. 18.100": false, "unknown": false,
	} {
		_, _, err := thumbnail.New(t.Context(), program(t, version, ""))
		if (err == nil) != taken {
			t.Errorf("libavcodec %s: %v, want it taken: %t", version, err, taken)
		}
		if err != nil && !strings.Contains(err.Error(), "plugins.footage.ffmpeg") {
			t.Errorf("the error does not name the setting: %v", err)
		}
	}
	if _, _, err := thumbnail.New(t.Context(), filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a program that is not there is taken")
	}
}

// What decodes strangers' files has nothing of the plugin's, and no means to do harm.
func TestVideo_RunsTheDecoderWithinLimits(t *testing.T) {
	t.Setenv("SECRET", "hunter2")
	folder := t.TempDir()
	film := filepath.Join(folder, "film.mp4")
	if err := os.WriteFile(film, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(does string) ([]byte, error) {
		t.Helper()
		m, _, err := thumbnail.New(t.Context(), program(t, "61. 19.100", does))
		if err != nil {
			t.Fatal(err)
		}
		return m.Video(t.Context(), film)
	}
	said, err := run(`/usr/bin/env | /bin/grep -v '^PWD=\|^_=\|^SHLVL=\|^OLDPWD='; /bin/pwd; ulimit -t; ulimit -n; ulimit -f; ulimit -c; ulimit -v`)
	if err != nil || string(said) != "/\n15\n32\n0\n0\n1048576\n" {
		t.Errorf("the decoder sees %q, %v; want an empty environment and its limits", said, err)
	}
	if _, err := run(`echo more than nothing > ` + filepath.Join(folder, "written")); !errors.Is(err, thumbnail.ErrNone) {
		t.Errorf("the decoder writes a file: %v", err)
	}
	if info, err := os.Stat(filepath.Join(folder, "written")); err == nil && info.Size() > 0 {
		t.Error("the decoder has written a file")
	}
	if _, err := run(`while :; do echo "$0 $0 $0 $0 $0 $0 $0 $0"; done`); !errors.Is(err, thumbnail.ErrNone) {
		t.Errorf("a decoder that floods: %v", err)
	}
	if said, err := run(`shift 100 2>/dev/null; echo "$@"`); err == nil && strings.Contains(string(said), "http") {
		t.Errorf("the decoder is told of a network: %s", said)
	}
}
