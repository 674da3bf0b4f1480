package houserules

import (
	"fmt"
	"io/fs"
	"path"
	"slices"

	"outrider.dev/sdk/plugin/manifest"
)

// Manifests checks that each plugin's manifest is valid, named like its folders, and that what it names exists.
func Manifests(tree fs.FS) (problems []string) {
	plugins, problems := readManifests(tree)
	var remotes []string
	for _, folder := range folders(tree, "plugins") {
		if !exists(tree, path.Join("plugins", folder, "manifest.json")) {
			problems = append(problems, fmt.Sprintf("plugins/%s has no manifest.json", folder))
		}
	}
	for folder, m := range plugins {
		if m.ID != folder {
			problems = append(problems, fmt.Sprintf("plugins/%s/manifest.json is that of %q; id and folder are one word", folder, m.ID))
		}
		if hasSQL := len(migrationsOf(tree, folder)) > 0; hasSQL != (m.Postgres != nil) {
			problems = append(problems, fmt.Sprintf("plugins/%s: a plugin has migrations if, and only if, its manifest has postgres", folder))
		}
		if m.Remote != nil {
			remotes = append(remotes, m.Remote.Name)
			problems = append(problems, remoteProblems(tree, m)...)
		}
	}
	for _, folder := range folders(tree, "remotes") {
		if !slices.Contains(remotes, folder) {
			problems = append(problems, fmt.Sprintf("remotes/%s is named by no manifest", folder))
		}
	}
	slices.Sort(problems)
	return problems
}

// migrationsOf lists a plugin's migrations.
func migrationsOf(tree fs.FS, plugin string) []string {
	names, err := fs.Glob(tree, path.Join("plugins", plugin, "migrations", "*.sql"))
	if err != nil {
		return nil
	}
	return names
}

// remoteProblems checks that the remote's folder has the modules that the manifest names.
func remoteProblems(tree fs.FS, m manifest.Manifest) (problems []string) {
	if m.Remote.Name != m.ID {
		problems = append(problems, fmt.Sprintf("the remote of %s is called %s; one word names a plugin everywhere", m.ID, m.Remote.Name))
	}
	for _, module := range m.Remote.Modules() {
		file := path.Join("remotes", m.Remote.Name, "src", module)
		if !exists(tree, file+".tsx") && !exists(tree, file+".ts") {
			problems = append(problems, fmt.Sprintf("the manifest of %s names the module %s, but %s.tsx is missing", m.ID, module, file))
		}
	}
	return problems
}

// readManifests reads every plugin's manifest, by folder; the schema checks the texts in all languages.
func readManifests(tree fs.FS) (plugins map[string]manifest.Manifest, problems []string) {
	plugins = make(map[string]manifest.Manifest)
	for _, folder := range folders(tree, "plugins") {
		name := path.Join("plugins", folder, "manifest.json")
		content, err := fs.ReadFile(tree, name)
		if err != nil {
			continue
		}
		m, err := manifest.Parse(content)
		if err != nil {
			problems = append(problems, fmt.Sprintf("plugins/%s: %v", folder, err))
			continue
		}
		plugins[folder] = m
	}
	return plugins, problems
}
