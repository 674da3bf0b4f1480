package houserules

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var migrationName = regexp.MustCompile(`^(\d{4})_[a-z0-9_]+\.sql$`)

// Migrations checks each folder called migrations: files numbered from 0001 without gaps (one may also begin a new ten: several areas of
// a schema have some each), each beginning with a comment that says why it exists.
func Migrations(tree fs.FS) (problems []string) {
	byFolder := map[string][]string{}
	for _, name := range files(tree, ".sql") {
		if dir := path.Dir(name); path.Base(dir) == "migrations" {
			byFolder[dir] = append(byFolder[dir], path.Base(name))
			if comment, _, _ := strings.Cut(string(read(tree, name)), "\n"); !strings.HasPrefix(comment, "-- ") || strings.HasPrefix(comment, "-- +goose") {
				problems = append(problems, fmt.Sprintf("%s does not begin with a comment that says why", name))
			}
		}
	}
	for dir, names := range byFolder {
		problems = append(problems, numbering(dir, names)...)
	}
	slices.Sort(problems)
	return problems
}

func numbering(dir string, names []string) (problems []string) {
	slices.Sort(names)
	last := 0
	for _, name := range names {
		match := migrationName.FindStringSubmatch(name)
		if match == nil {
			problems = append(problems, fmt.Sprintf("%s/%s is not named like 0001_name.sql", dir, name))
			continue
		}
		number, err := strconv.Atoi(match[1])
		if err != nil {
			continue // four digits
		}
		switch {
		case number == last:
			problems = append(problems, fmt.Sprintf("%s/%s has the number of another migration", dir, name))
		case number != last+1 && number%10 != 0:
			problems = append(problems, fmt.Sprintf("%s/%s comes after %04d: a number is missing", dir, name, last))
		}
		last = number
	}
	return problems
}
