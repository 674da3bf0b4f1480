// Package webhooks sends events of plugins to other systems of an organisation: signed, at least once, with the same id on repeats, in no promised order. A webhook is sent what its
// maker may see, judged anew at each attempt by the operations that people use.
package webhooks
