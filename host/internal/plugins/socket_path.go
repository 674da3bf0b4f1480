package plugins

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// SocketName is the control socket's name in the data folder. Its file mode is the lock: whoever may open it administers the host.
const SocketName = "control.sock"

// longestSocket is how long the path of a Unix socket may be on every system that the host runs on, in bytes.
const longestSocket = 100

// SocketPath is the path under which the control socket of dataDir can be opened or made until done is called. The path of a deep folder is too
// long for a socket; on Linux the folder then goes by the number of its descriptor.
func SocketPath(dataDir string) (path string, done func(), err error) {
	path = filepath.Join(dataDir, SocketName)
	if len(path) <= longestSocket || runtime.GOOS != "linux" {
		return path, func() {}, nil
	}
	dir, err := os.Open(dataDir)
	if err != nil {
		return "", nil, fmt.Errorf("open data folder: %w", err)
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", dir.Fd(), SocketName), func() { dir.Close() }, nil
}
