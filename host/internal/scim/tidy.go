package scim

import (
	"bytes"
	"encoding/json"
	"strings"
)

// tidied is the body of a request as the library takes it: without what is null, and without changes of attributes that are not kept, which would make directories give up
// the whole change. letPass says which those are.
func tidied(patch bool, letPass func(name string) bool, body []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var document map[string]any
	if err := decoder.Decode(&document); err != nil {
		return nil, err
	}
	if !patch {
		for name, value := range document {
			if value == nil {
				delete(document, name)
			}
		}
		return json.Marshal(document)
	}
	for name, value := range document {
		if operations, ok := value.([]any); ok && strings.EqualFold(name, "Operations") {
			document[name] = keptOperations(operations, letPass)
		}
	}
	return json.Marshal(document)
}

// keptOperations are the operations that change what is kept. Where none is left, one that changes nothing takes their place.
func keptOperations(operations []any, letPass func(name string) bool) []any {
	kept := []any{}
	for _, each := range operations {
		operation, ok := each.(map[string]any)
		if !ok {
			return operations // the library says what is wrong
		}
		if operation = keptOperation(operation, letPass); operation != nil {
			kept = append(kept, operation)
		}
	}
	if len(kept) == 0 && len(operations) > 0 {
		kept = append(kept, map[string]any{"op": "add", "value": map[string]any{}})
	}
	return kept
}

// keptOperation is what is left of an operation; nil: nothing.
func keptOperation(operation map[string]any, letPass func(name string) bool) map[string]any {
	path, _ := operation["path"].(string)
	if path != "" && letPass(path) {
		return nil
	}
	value, given := operation["value"]
	if given && value == nil {
		delete(operation, "value")
		if path == "" {
			return nil
		}
		operation["op"] = "remove"
	}
	if values, ok := value.(map[string]any); ok && path == "" {
		for name, each := range values {
			if each == nil || letPass(name) {
				delete(values, name)
			}
		}
	}
	return operation
}
