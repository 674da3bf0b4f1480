// The program protocol writes the Go code of the protocol between host and plugins anew. It compiles the .proto files itself and
// runs the generators that go.mod pins, so that nothing has to be installed:
//
//	protocol <folder of the .proto files> <file in it>…
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

var generators = []string{"protoc-gen-go", "protoc-gen-go-grpc"}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "Usage: protocol <folder> <file>…")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "protocol:", err)
		os.Exit(1)
	}
}

// run compiles the files of a folder and writes beside them what the generators make of them.
func run(ctx context.Context, folder string, names []string) error {
	compiler := protocompile.Compiler{
		Resolver:       protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{folder}}),
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	files, err := compiler.Compile(ctx, names...)
	if err != nil {
		return fmt.Errorf("compile: %w", err)
	}
	request := &pluginpb.CodeGeneratorRequest{FileToGenerate: names, Parameter: proto.String("paths=source_relative")}
	seen := map[string]bool{}
	for _, file := range files {
		request.ProtoFile = withImports(request.ProtoFile, file, seen)
	}
	for _, generator := range generators {
		if err := generate(ctx, generator, request, folder); err != nil {
			return fmt.Errorf("%s: %w", generator, err)
		}
	}
	return nil
}

// withImports appends a file after everything that it imports, as generators want it.
func withImports(list []*descriptorpb.FileDescriptorProto, file protoreflect.FileDescriptor, seen map[string]bool) []*descriptorpb.FileDescriptorProto {
	if seen[file.Path()] {
		return list
	}
	seen[file.Path()] = true
	for i := range file.Imports().Len() {
		list = withImports(list, file.Imports().Get(i).FileDescriptor, seen)
	}
	return append(list, protoutil.ProtoFromFileDescriptor(file))
}

// generate runs one generator and writes the files that it answers with.
func generate(ctx context.Context, generator string, request *pluginpb.CodeGeneratorRequest, folder string) error {
	input, err := proto.Marshal(request)
	if err != nil {
		return fmt.Errorf("write request: %w", err)
	}
	command := exec.CommandContext(ctx, "go", "tool", generator)
	command.Stdin, command.Stderr = bytes.NewReader(input), os.Stderr
	output, err := command.Output()
	if err != nil {
		return fmt.Errorf("run: %w", err)
	}
	var response pluginpb.CodeGeneratorResponse
	if err := proto.Unmarshal(output, &response); err != nil {
		return fmt.Errorf("read response: %w", err)
	}
	if response.Error != nil {
		return errors.New(response.GetError())
	}
	for _, file := range response.File {
		name := filepath.Join(folder, filepath.FromSlash(file.GetName()))
		if old, err := os.ReadFile(name); err == nil && string(old) == file.GetContent() {
			continue // builds go by what is newer
		}
		if err := os.WriteFile(name, []byte(file.GetContent()), 0o644); err != nil {
			return fmt.Errorf("write %s: %w", file.GetName(), err)
		}
	}
	return nil
}
