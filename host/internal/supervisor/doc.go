// Package supervisor keeps the processes of plugins alive.
//
// Seal makes a verified binary; Forker starts processes from one thread; Instance is one process with its control connection
// and data plane; Unit is one plugin over many processes (restart, quarantine, upgrade); Supervisor is all units together.
//
// Whatever a plugin does, it does to its own Unit: nothing here blocks on a plugin without a deadline.
package supervisor
