// Package audit remembers who changed what. The promise: no call that changes something reaches its handler before its record is in this
// host's journal, and no answer leaves before the journal has the result. The journal is a file that survives the end of the process
// (with audit.sync the loss of power too); from there records go to Postgres in the order in which they were made, once each. A call during
// which the host died is recorded with the result "unknown". Where the journal cannot be written, nothing is changed: the call is
// refused.
package audit
