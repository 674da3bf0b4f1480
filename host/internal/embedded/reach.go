package embedded

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"

	"outrider.dev/outrider/host/internal/secrets"
)

// Running is how another process reaches the embedded parts of the host that runs on a data folder.
type Running struct {
	Postgres string // URL of the superuser
	Data     string // folder of the database, links followed
	NATS     string // URL with the host's user
}

// Reach finds the parts of the host that runs on dataDir. The ports are the configured ones, 0 for those that the host chose.
func Reach(dataDir string, postgresPort, natsPort int) (Running, error) {
	file := filepath.Join(dataDir, "secrets.json")
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return Running{}, fmt.Errorf("%s is not the data folder of a host", dataDir)
	}
	lock, err := Lock(dataDir)
	if err == nil {
		return Running{}, errors.Join(fmt.Errorf("no host is running on the data folder %s", dataDir), lock.Close())
	}
	ports, err := OpenPorts(dataDir)
	if err != nil {
		return Running{}, err
	}
	store, err := secrets.Open(file)
	if err != nil {
		return Running{}, err
	}
	super, err := store.Value("postgres.superuser")
	if err != nil {
		return Running{}, err
	}
	host, err := store.Value("nats.host")
	if err != nil {
		return Running{}, err
	}
	p := &Postgres{port: ports.kept("postgres", postgresPort), super: super}
	r := Running{Postgres: p.superURL(hostRole)}
	r.NATS = (&url.URL{
		Scheme: "nats", User: url.UserPassword(natsHost, host), Host: "127.0.0.1:" + strconv.Itoa(ports.kept("nats", natsPort)),
	}).String()
	r.Data, err = filepath.EvalSymlinks(filepath.Join(dataDir, "postgres"))
	return r, err
}

// kept is the port that a part was given before.
func (p *Ports) kept(name string, configured int) int {
	if configured != 0 {
		return configured
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.chosen[name]
}

// Home is where a database lies, and who owns it.
type Home struct{ pl place }

// HomeOf settles where the database of dataDir is to be, as the next start of a host looks for it.
func HomeOf(dataDir string, options PostgresOptions) (Home, error) {
	if options.Binaries == "" {
		options.Binaries = DefaultBinaries()
	}
	binaries, err := filepath.Abs(options.Binaries)
	if err != nil {
		return Home{}, err
	}
	pl, err := choosePlace(dataDir, binaries, options.OSUser)
	return Home{pl}, err
}

// Dir is the folder of the database.
func (h Home) Dir() string { return h.pl.data }

// Own gives a file in it to the user who runs Postgres.
func (h Home) Own(path string) error { return h.pl.own(path) }
