// Package confine takes from the processes that the host starts what they do not need: new privileges, dangerous calls of the kernel, and more memory, processes
// and open files than is good for others.
package confine

// Limits of one process and, where the host may make control groups, of all that it starts. 0: no bound.
type Limits struct {
	Memory    int64 // bytes
	Processes int   // and threads
	Files     int   // open at a time
}

// roomBeyond is how much more memory than its bound a process may ask for: what it has mapped is not all in use.
const roomBeyond = 256 << 20
