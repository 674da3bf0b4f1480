package recorder

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// FindFFmpeg finds the program that encodes: the system's, or that of the npm package in a node_modules folder here or above.
func FindFFmpeg() (string, error) { return find("ffmpeg") }

// FindFFprobe finds the program that tells what is in a stream or a file, in the same places.
func FindFFprobe() (string, error) { return find("ffprobe") }

func find(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
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
		path := filepath.Join(folder, "node_modules", "@"+name+"-installer", runtime.GOOS+"-"+arch, name)
		if info, err := os.Stat(path); err == nil && info.Mode()&0o111 != 0 {
			return path, nil
		}
		above := filepath.Dir(folder)
		if above == folder {
			return "", fmt.Errorf("%s is not found: install it, or run make setup", name)
		}
		folder = above
	}
}
