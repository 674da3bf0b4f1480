// Package houserules holds the rules of this repository that a reviewer would otherwise have to remember. Each is a function of the source
// tree that returns one sentence for each breach; houserules_test.go runs all of them on this repository.
package houserules
