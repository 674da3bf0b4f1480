package recorder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"outrider.dev/sdk/device"
)

func configsFile(folder string) string { return filepath.Join(folder, "configs.json") }

// Configs are the settings that a recorder with this folder was told and has confirmed, as its status shows them; nil if it was told none.
func Configs(folder string) (json.RawMessage, error) {
	raw, err := os.ReadFile(configsFile(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the settings of the recorder: %w", err)
	}
	return bytes.TrimSpace(raw), nil
}

// configure keeps settings across restarts; they are confirmed once they are.
func (r *Recorder) configure(id string, c device.ConfigureUpload) {
	raw, err := json.Marshal(c.Configs)
	if err == nil {
		err = writeWhole(r.options.Folder, configsFile(r.options.Folder), raw)
	}
	if err != nil {
		r.options.Log.Warn("the settings cannot be written", "error", err)
		r.fail(id, "the settings cannot be kept")
		return
	}
	r.done(id, nil)
}

// writeWhole writes a file of a folder, so that it is there as a whole or not at all.
func writeWhole(folder, path string, raw []byte) error {
	if err := os.MkdirAll(folder, folderMode); err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", raw, fileMode); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
