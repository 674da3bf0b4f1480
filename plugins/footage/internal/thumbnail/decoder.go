package thumbnail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"time"
)

// Bounds of one decoding. A picture of 4K takes a tenth of them.
const (
	within     = 20 * time.Second // by the clock
	processorS = 15               // seconds of processor time
	addressKiB = 1 << 20          // of memory that can be addressed: the program and its libraries are a quarter of it
	openFiles  = 32
	leastMajor = 59 // of libavcodec in the oldest release that is still mended: ffmpeg 5.1, which Debian keeps
	leastMinor = 37
)

// usual is where systems have programs: a plugin has no PATH.
var usual = []string{"/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin"}

var errNoDecoder = errors.New("there is no ffmpeg here; install it (Debian: apt-get install ffmpeg)")

// decoder is the ffmpeg that decodes what strangers send. It gets one file, an empty environment, no network and no file to write, and little time
// and memory.
type decoder struct{ program string }

// findDecoder is the program named, or the system's. One that nobody mends any more is not taken: it would decode what strangers send.
func findDecoder(ctx context.Context, named string) (decoder, error) {
	candidates := []string{named}
	if named == "" {
		candidates = nil
		for _, folder := range usual {
			candidates = append(candidates, filepath.Join(folder, "ffmpeg"))
		}
	}
	problem := errNoDecoder
	for _, candidate := range candidates {
		found, err := exec.LookPath(candidate)
		if err != nil {
			if named != "" {
				return decoder{}, err
			}
			continue
		}
		d := decoder{found}
		if problem = d.maintained(ctx); problem == nil {
			return d, nil
		}
	}
	return decoder{}, problem
}

// codecs is the version of the library that decodes: builds between releases call themselves what they like.
var codecs = regexp.MustCompile(`(?m)^libavcodec\s+(\d+)\.\s*(\d+)\.`)

// maintained says what is wrong with the program's version; nil if it is one that is still mended.
func (d decoder) maintained(ctx context.Context) error {
	said, err := d.run(ctx, "-version")
	if err != nil {
		return fmt.Errorf("ask %s for its version: %w", d.program, err)
	}
	parts := codecs.FindSubmatch(said)
	if parts == nil {
		return fmt.Errorf("%s does not say its version as ffmpeg does", d.program)
	}
	major, _ := strconv.Atoi(string(parts[1])) // digits
	minor, _ := strconv.Atoi(string(parts[2]))
	if major < leastMajor || major == leastMajor && minor < leastMinor {
		return fmt.Errorf("%s has libavcodec %d.%d, which nobody mends any more: ffmpeg 5.1 or newer is needed to decode what devices send", d.program, major, minor)
	}
	return nil
}

// limited has the shell set limits and become the program: they hold from its first instruction. No file may be written, no core dumped.
const limited = `ulimit -t %d && ulimit -n %d && ulimit -f 0 && ulimit -c 0 && %s exec "$0" "$@"`

// memoryLimit is where the system can bound memory.
func memoryLimit() string {
	if runtime.GOOS != "linux" {
		return ""
	}
	return fmt.Sprintf("ulimit -v %d &&", addressKiB)
}

// run is what the program writes to its standard output, at most maxBytes.
func (d decoder) run(ctx context.Context, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	script := fmt.Sprintf(limited, processorS, openFiles, memoryLimit())
	command := exec.CommandContext(ctx, "/bin/sh", append([]string{"-c", script, d.program}, args...)...) // the operator's program
	command.Env, command.Dir = []string{}, "/"                                                            // not nil, which would be the plugin's own
	command.WaitDelay = time.Second
	endWithParent(command)
	var out bytes.Buffer
	command.Stdout = &bounded{&out}
	err := command.Run()
	return out.Bytes(), err
}
