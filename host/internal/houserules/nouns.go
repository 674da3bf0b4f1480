package houserules

import (
	"fmt"
	"go/ast"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// layers are names of folders that hold one technology of all nouns instead of all of one noun.
var layers = []string{"api", "db", "handlers", "models", "postgres", "repository", "rows", "service", "services", "store"}

// inLayers are plugins that still have such folders. It only gets shorter.
var inLayers = []string{"alerts", "footage", "gateway"}

var (
	createdTable = regexp.MustCompile(`(?i)CREATE TABLE (?:IF NOT EXISTS )?([a-z_]+\.[a-z_]+)`)
	writtenTable = regexp.MustCompile(`(?i)(?:INSERT INTO|DELETE FROM|UPDATE|MERGE INTO)\s+(?:ONLY\s+)?([a-z_]+\.[a-z_]+)`)
)

// Nouns checks that a plugin is a folder a noun, each with its rules, its operations and its rows: no folder is named for a layer, a table is
// written in one folder, and what maps a row stays in it.
func Nouns(tree fs.FS) (problems []string) {
	for _, id := range folders(tree, "plugins") {
		if slices.Contains(inLayers, id) {
			continue
		}
		sources, _ := goSources(tree, path.Join("plugins", id, "internal"))
		for _, folder := range foldersOf(sources) {
			if slices.Contains(layers, path.Base(folder)) {
				problems = append(problems, folder+" is a layer: its files belong to the folders of their nouns")
			}
		}
		sources = slices.DeleteFunc(sources, source.isTest)
		problems = append(problems, sharedTables(tree, id, sources)...)
		problems = append(problems, exportedRows(sources)...)
	}
	return problems
}

// foldersOf are the folders that hold sources.
func foldersOf(sources []source) []string {
	found := map[string]bool{}
	for _, s := range sources {
		found[path.Dir(s.name)] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// sharedTables finds tables of a plugin that more than one folder writes.
func sharedTables(tree fs.FS, id string, sources []source) (problems []string) {
	writers := map[string]map[string]bool{}
	for _, name := range files(tree, ".sql") {
		if strings.HasPrefix(name, "plugins/"+id+"/migrations/") {
			for _, match := range createdTable.FindAllSubmatch(read(tree, name), -1) {
				writers[string(match[1])] = map[string]bool{}
			}
		}
	}
	for _, s := range sources {
		for _, match := range writtenTable.FindAllSubmatch(read(tree, s.name), -1) {
			if folders, known := writers[string(match[1])]; known {
				folders[path.Dir(s.name)] = true
			}
		}
	}
	for _, table := range slices.Sorted(maps.Keys(writers)) {
		if len(writers[table]) > 1 {
			problems = append(problems, fmt.Sprintf("%s is written in %s: a table is one noun's", table, strings.Join(slices.Sorted(maps.Keys(writers[table])), " and ")))
		}
	}
	return problems
}

// exportedRows finds what maps a row (a TableName method) and can be seen from other folders.
func exportedRows(sources []source) (problems []string) {
	for _, s := range sources {
		for _, d := range s.ast.Decls {
			method, ok := d.(*ast.FuncDecl)
			if !ok || method.Recv == nil || method.Name.Name != "TableName" {
				continue
			}
			if row, ok := method.Recv.List[0].Type.(*ast.Ident); ok && ast.IsExported(row.Name) {
				problems = append(problems, fmt.Sprintf("%s:%d: the row %s can be seen from other nouns", s.name, s.line(d.Pos()), row.Name))
			}
		}
	}
	return problems
}
