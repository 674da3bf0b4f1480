package app

import (
	"errors"
	"io"
	"path/filepath"

	"outrider.dev/outrider/host/internal/catalog"
	"outrider.dev/outrider/host/internal/config"
	"outrider.dev/outrider/host/internal/streams"
	"outrider.dev/sdk/plugin/manifest"
)

// PrintNATSUsers writes what the configuration of an external NATS includes: the host's user and one for each package in the plugins folder.
func PrintNATSUsers(c config.Config, out io.Writer) error {
	if c.NATS.PluginSecret == "" {
		return errors.New("nats.plugin_secret is not set: the plugins' passwords are derived from it")
	}
	locks, err := filepath.Glob(filepath.Join(c.PluginsDir, "*", catalog.LockName))
	if err != nil {
		return err
	}
	var all []manifest.Manifest
	for _, lock := range locks {
		p, err := catalog.Open(filepath.Dir(lock))
		if err != nil {
			return err
		}
		all = append(all, p.Manifest)
	}
	text, err := streams.NewAccess(c.NATS.URL, c.NATS.PluginSecret, nil).Config(all)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, text)
	return err
}
