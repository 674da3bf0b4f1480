package media

import (
	"context"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc"

	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// chunk is how many bytes cross to the host in one message.
const chunk = 256 << 10

// Write stores what it reads under a name, in place of what was there. Until it has returned nobody sees the new file, and if reading
// fails nobody ever does.
func (s *Store) Write(ctx context.Context, orgID, name string, from io.Reader) (Info, error) {
	ctx, cancel := context.WithCancel(ctx) // ends the stream if the file cannot be read
	defer cancel()
	stream, err := s.client.WriteFile(ctx)
	if err != nil {
		return Info{}, fmt.Errorf("write file %s: %w", name, err)
	}
	message := &pluginv1.WriteFileRequest{File: &pluginv1.FileRequest{OrgId: orgID, Name: name}}
	buffer := make([]byte, chunk)
	for {
		n, err := io.ReadFull(from, buffer)
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return Info{}, fmt.Errorf("write file %s: read: %w", name, err)
		}
		message.Data = buffer[:n]
		if sendErr := stream.Send(message); errors.Is(sendErr, io.EOF) {
			break // the answer says why the host has stopped listening
		} else if sendErr != nil {
			return Info{}, fmt.Errorf("write file %s: %w", name, sendErr)
		}
		if err != nil {
			break
		}
		message = &pluginv1.WriteFileRequest{}
	}
	file, err := stream.CloseAndRecv()
	if err != nil {
		return Info{}, fmt.Errorf("write file %s: %w", name, err)
	}
	return infoOf(file), nil
}

// Open finds a file and reads it from any place; fault.NotFound. The reader belongs to one goroutine.
func (s *Store) Open(ctx context.Context, orgID, name string) (*Reader, error) {
	info, err := s.Stat(ctx, orgID, name)
	if err != nil {
		return nil, err
	}
	return &Reader{ctx: ctx, store: s, file: &pluginv1.FileRequest{OrgId: orgID, Name: name}, size: info.Size}, nil
}

// OpenLinked is Open for a file of another plugin, which has answered this one with a link as to a plugin (web.AsPlugin); fault.Denied if the link
// is no longer good, fault.NotFound.
func (s *Store) OpenLinked(ctx context.Context, orgID, link string) (*Reader, error) {
	file := &pluginv1.FileRequest{OrgId: orgID, Link: link}
	found, err := s.client.StatFile(ctx, file)
	if err != nil {
		return nil, fmt.Errorf("look at a linked file: %w", err)
	}
	return &Reader{ctx: ctx, store: s, file: file, size: found.GetSize()}, nil
}

// Reader is an open file: io.Reader, io.Seeker and io.Closer. A seek costs a new request at the next Read.
type Reader struct {
	ctx      context.Context // of the work that opened it
	store    *Store
	file     *pluginv1.FileRequest
	size, at int64
	stream   pluginv1.Media_ReadFileClient // nil until Read, and after a seek
	stop     context.CancelFunc
	last     piece
	rest     []byte // of the last piece
}

// Size is the file's size in bytes.
func (r *Reader) Size() int64 { return r.size }

// Read implements io.Reader.
func (r *Reader) Read(p []byte) (int, error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	if r.stream == nil {
		ctx, stop := context.WithCancel(r.ctx)
		stream, err := r.store.client.ReadFile(ctx, &pluginv1.ReadFileRequest{
			File: r.file, Offset: r.at, Length: -1,
		}, grpc.ForceCodecV2(newPieces()))
		if err != nil {
			stop()
			return 0, fmt.Errorf("read file %s: %w", r.file.GetName(), err)
		}
		r.stream, r.stop = stream, stop
	}
	for len(r.rest) == 0 {
		err := r.stream.RecvMsg(&r.last)
		if errors.Is(err, io.EOF) {
			return 0, io.ErrUnexpectedEOF
		}
		if err != nil {
			return 0, fmt.Errorf("read file %s at %d: %w", r.file.GetName(), r.at, err)
		}
		r.rest = r.last.data
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	r.at += int64(n)
	return n, nil
}

// Seek implements io.Seeker.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	offset, err := Seek(r.at, r.size, offset, whence)
	if err != nil {
		return 0, err
	}
	if offset != r.at {
		r.at = offset
		return offset, r.Close()
	}
	return offset, nil
}

// Close lets go of the file; it can be read again.
func (r *Reader) Close() error {
	if r.stop != nil {
		r.stop()
	}
	r.stream, r.stop, r.rest = nil, nil, nil
	return nil
}
