package houserules

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"

	"outrider.dev/sdk/plugin/manifest"
)

// Refusals checks that what people are refused with is said in every language: the sentences of faults, and of fields that are wrong, have translations in
// sdk/texts/messages, or in the texts of their plugin or the host.
func Refusals(tree fs.FS) []string {
	known := translations(tree)
	sources, problems := goSources(tree, ".")
	for _, s := range sources {
		if s.isTest() || !slices.Contains([]string{"plugins", "host", "sdk"}, strings.Split(s.name, "/")[0]) || strings.Contains(s.name, "test/") || readByPrograms(s.name) {
			continue
		}
		own := ownTexts(s.name)
		for sentence, line := range refusalsOf(s) {
			if !strings.Contains(sentence, " ") {
				continue // a code, or a sentence that comes from elsewhere
			}
			for _, language := range manifest.Languages {
				if !strings.HasPrefix(language, "en") && !known["sdk/texts/messages/"+language][sentence] && !known[own+"/"+language][sentence] {
					problems = append(problems, fmt.Sprintf("%s:%d: %q is not in %s/%s.json", s.name, line, sentence, own, language))
				}
			}
		}
	}
	slices.Sort(problems)
	return problems
}

// programs are where refusals are for programs alone: devices, plugins, and the browser's own code.
var programs = []string{
	"host/internal/edge/absent.go", "host/internal/edge/call.go", "host/internal/edge/stream_call.go", "host/internal/media/", "host/internal/push/", "host/internal/streams/",
	"host/internal/telemetry/", "sdk/media/", "sdk/plugin/", "sdk/rows/",
}

func readByPrograms(name string) bool {
	return slices.ContainsFunc(programs, func(place string) bool { return strings.HasPrefix(name, place) })
}

// ownTexts is the folder of the translations that belong to a file.
func ownTexts(name string) string {
	parts := strings.Split(name, "/")
	switch parts[0] {
	case "plugins":
		return path.Join("plugins", parts[1], "texts")
	case "host":
		return "host/internal/texts/messages"
	default:
		return "sdk/texts/messages"
	}
}

// translations are the sentences that each catalogue has, by "folder/language".
func translations(tree fs.FS) map[string]map[string]bool {
	known := map[string]map[string]bool{}
	for _, name := range files(tree, ".json") {
		if dir := path.Dir(name); path.Base(dir) != "texts" && path.Base(dir) != "messages" {
			continue
		}
		said := map[string]string{}
		if json.Unmarshal(read(tree, name), &said) != nil {
			continue
		}
		sentences := map[string]bool{}
		for english, text := range said {
			sentences[english] = strings.TrimSpace(text) != ""
		}
		known[strings.TrimSuffix(name, ".json")] = sentences
	}
	return known
}

// refusalsOf are the literal sentences with which a file refuses, each with its line.
func refusalsOf(s source) map[string]int {
	found := map[string]int{}
	add := func(e ast.Expr) {
		if text, ok := literal(e); ok {
			found[text] = s.line(e.Pos())
		}
	}
	ast.Inspect(s.ast, func(n ast.Node) bool {
		switch v := n.(type) {
		case *ast.CallExpr:
			if at, ok := sentenceAt[calleeOf(v)]; ok && at < len(v.Args) {
				add(v.Args[at])
			} else if helpers[calleeOf(v)] {
				for _, argument := range v.Args {
					if text, ok := literal(argument); ok && isSentence(text) {
						add(argument)
					}
				}
			}
		case *ast.CompositeLit:
			if typeOf(v) == "fault.Field" || typeOf(v) == "fault.Error" {
				for i, element := range v.Elts {
					if pair, named := element.(*ast.KeyValueExpr); named && fmt.Sprint(pair.Key) == "Message" {
						add(pair.Value)
					} else if !named && i == 1 {
						add(element)
					}
				}
			}
		case *ast.ValueSpec:
			for i, constant := range v.Names {
				if strings.HasPrefix(constant.Name, "text") && i < len(v.Values) {
					add(v.Values[i])
				}
			}
		}
		return true
	})
	return found
}

// sentenceAt is which argument of a function is a sentence for people.
var sentenceAt = map[string]int{"fault.New": 1, "fault.Wrap": 2, "fault.InvalidFields": 0, "newProblem": 2, "unavailable": 1}

// helpers are what packages call their own functions that put a refusal of a field together.
var helpers = map[string]bool{"wrong": true, "invalid": true, "refuse": true, "add": true, "problem": true, "need": true}

func isSentence(text string) bool {
	return text != "" && unicode.IsUpper(rune(text[0])) && strings.Contains(text, " ") && strings.HasSuffix(text, ".")
}

func calleeOf(call *ast.CallExpr) string { return nameOf(call.Fun) }

func typeOf(literal *ast.CompositeLit) string { return nameOf(literal.Type) }

func nameOf(e ast.Expr) string {
	switch v := e.(type) {
	case *ast.Ident:
		return v.Name
	case *ast.SelectorExpr:
		return nameOf(v.X) + "." + v.Sel.Name
	}
	return ""
}

// literal is the value of a text that is written down, in one piece or several.
func literal(e ast.Expr) (string, bool) {
	switch v := e.(type) {
	case *ast.BasicLit:
		if v.Kind == token.STRING {
			return constant.StringVal(constant.MakeFromLiteral(v.Value, v.Kind, 0)), true
		}
	case *ast.BinaryExpr:
		left, known := literal(v.X)
		right, both := literal(v.Y)
		return left + right, known && both
	}
	return "", false
}
