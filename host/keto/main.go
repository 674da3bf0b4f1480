// Command keto is the Ory Keto permission server, built from its Go module so that a machine needs no container to run it.
package main

import "github.com/ory/keto/cmd"

func main() { cmd.Execute() }
