package houserules

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
)

// Programs finds built programs outside of build/, where `go build` of one package leaves them and `git add` takes them along.
func Programs(tree fs.FS) (problems []string) {
	for _, name := range files(tree, "") {
		if isProgram(tree, name) {
			problems = append(problems, fmt.Sprintf("%s is a built program; build into build/, or remove it", name))
		}
	}
	return problems
}

// isProgram reads the first bytes alone: a program may have many.
func isProgram(tree fs.FS, name string) bool {
	file, err := tree.Open(name)
	if err != nil {
		return false // gone meanwhile
	}
	defer func() { _ = file.Close() }() // only read
	head := make([]byte, 4)
	if _, err := io.ReadFull(file, head); err != nil {
		return false
	}
	return bytes.Equal(head, []byte("\x7fELF")) || bytes.Equal(head, []byte("\xcf\xfa\xed\xfe"))
}
