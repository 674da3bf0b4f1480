// Package check holds the tests of compose.yaml, the Dockerfile and what lies in deploy/, as far as a machine without a container engine can
// judge them. It is a module of its own: the parsers that it needs are large, and nothing else needs them.
package check
