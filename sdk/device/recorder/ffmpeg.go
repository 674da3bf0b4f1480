package recorder

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// FindFFmpeg finds the program: the system's, or that of the npm package in a node_modules folder here or above.
func FindFFmpeg() (string, error) {
	if path, err := exec.LookPath("ffmpeg"); err == nil {
		return path, nil
	}
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		path := filepath.Join(folder, "node_modules", "@ffmpeg-installer", runtime.GOOS+"-"+arch, "ffmpeg")
		if info, err := os.Stat(path); err == nil && info.Mode()&0o111 != 0 {
			return path, nil
		}
		above := filepath.Dir(folder)
		if above == folder {
			return "", errors.New("ffmpeg is not found: install it, or run make setup")
		}
		folder = above
	}
}
