package callbacks

import (
	"context"
	"errors"
	"io"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"outrider.dev/outrider/host/internal/media"
	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// chunk is how many bytes of a file cross to a plugin in one message.
const chunk = 256 << 10

// Media keeps the files of one plugin.
type Media struct {
	pluginv1.UnimplementedMediaServer
	server  *Server
	files   *media.Files
	uploads *media.Uploads
}

// key is where a file lies; the organisation must exist and have the plugin's module.
func (m *Media) key(ctx context.Context, file *pluginv1.FileRequest) (string, error) {
	if err := m.server.mayWorkIn(ctx, file.GetOrgId()); err != nil {
		return "", err
	}
	key, err := media.KeyOf(file.GetOrgId(), m.server.plugin.ID, file.GetName())
	if err != nil {
		return "", statusOf(err)
	}
	return key, nil
}

// source is where a file lies that is read: the plugin's own, or one that a good link of another plugin leads to.
func (m *Media) source(ctx context.Context, file *pluginv1.FileRequest) (string, error) {
	if file.GetLink() == "" {
		return m.key(ctx, file)
	}
	key, _, err := m.linked(ctx, file)
	return key, err
}

// linked is where the file lies to which a good link of another plugin leads, and what the link says it is.
func (m *Media) linked(ctx context.Context, file *pluginv1.FileRequest) (key, sha256 string, err error) {
	if err := m.server.mayWorkIn(ctx, file.GetOrgId()); err != nil {
		return "", "", err
	}
	if key, sha256, err = m.files.Linked(file.GetOrgId(), file.GetLink()); err != nil {
		return "", "", statusOf(err)
	}
	return key, sha256, nil
}

// WriteFile stores what the stream brings.
func (m *Media) WriteFile(stream grpc.ClientStreamingServer[pluginv1.WriteFileRequest, pluginv1.StoredFile]) error {
	first, err := stream.Recv()
	if err != nil {
		return err
	}
	key, err := m.key(stream.Context(), first.GetFile())
	if err != nil {
		return err
	}
	stored, err := m.files.Write(stream.Context(), key, &incoming{stream: stream, rest: first.GetData()})
	if err != nil {
		return statusOf(err)
	}
	return stream.SendAndClose(fileOf(stored))
}

// incoming reads the bytes of a stream.
type incoming struct {
	stream grpc.ClientStreamingServer[pluginv1.WriteFileRequest, pluginv1.StoredFile]
	rest   []byte
}

// Read implements io.Reader.
func (i *incoming) Read(p []byte) (int, error) {
	for len(i.rest) == 0 {
		message, err := i.stream.Recv()
		if err != nil {
			return 0, err // io.EOF once the plugin has closed its side
		}
		i.rest = message.GetData()
	}
	n := copy(p, i.rest)
	i.rest = i.rest[n:]
	return n, nil
}

// ReadFile sends a range of a file.
func (m *Media) ReadFile(request *pluginv1.ReadFileRequest, stream grpc.ServerStreamingServer[pluginv1.FileChunk]) error {
	key, err := m.source(stream.Context(), request.GetFile())
	if err != nil {
		return err
	}
	r, err := m.files.Read(stream.Context(), key, request.GetOffset(), request.GetLength())
	if err != nil {
		return statusOf(err)
	}
	defer func() { _ = r.Close() }() // only read from
	buffer := make([]byte, chunk)
	for {
		n, err := io.ReadFull(r, buffer)
		if n > 0 {
			if err := stream.Send(&pluginv1.FileChunk{Data: buffer[:n]}); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		}
		if err != nil {
			return status.Error(codes.Unavailable, err.Error())
		}
	}
}

// StatFile finds a file.
func (m *Media) StatFile(ctx context.Context, file *pluginv1.FileRequest) (*pluginv1.StoredFile, error) {
	key, err := m.source(ctx, file)
	if err != nil {
		return nil, err
	}
	stored, err := m.files.Stat(ctx, key)
	if err != nil {
		return nil, statusOf(err)
	}
	return fileOf(stored), nil
}

// DeleteFiles removes files and ends the uploads to them, all that it can until the storage fails.
func (m *Media) DeleteFiles(ctx context.Context, request *pluginv1.DeleteFilesRequest) (*pluginv1.DeleteFilesResponse, error) {
	for _, name := range request.GetNames() {
		key, err := m.key(ctx, &pluginv1.FileRequest{OrgId: request.GetOrgId(), Name: name})
		if err != nil {
			return nil, err
		}
		if err := m.uploads.End(ctx, key); err != nil {
			return nil, statusOf(err)
		}
	}
	return &pluginv1.DeleteFilesResponse{}, nil
}

// LinkFile signs a link.
func (m *Media) LinkFile(ctx context.Context, request *pluginv1.LinkFileRequest) (*pluginv1.LinkFileResponse, error) {
	var key string
	var err error
	hash := request.GetSha256()
	if request.GetUpload() || request.GetFile().GetLink() == "" {
		key, err = m.key(ctx, request.GetFile()) // only into one's own folder
	} else {
		key, hash, err = m.linked(ctx, request.GetFile()) // what it is, its owner has said
	}
	if err != nil {
		return nil, err
	}
	link := media.Link{Verb: media.Get, OrgID: request.GetFile().GetOrgId(), Key: key, ContentType: request.GetContentType(), Name: request.GetFileName(), SHA256: hash}
	if request.GetSessionId() != "" {
		link.UserID, link.SessionID = request.GetUserId(), request.GetSessionId()
	}
	if link.Mailed = request.GetMailed(); link.Mailed && !m.server.plugin.Has(manifest.CapabilityMail) {
		return nil, status.Errorf(codes.PermissionDenied, "the manifest of %s does not ask for the capability %q", m.server.plugin.ID, manifest.CapabilityMail)
	}
	if request.GetUpload() {
		link.Verb, link.DeviceID, link.MaxBytes, link.Plugin = media.Put, request.GetDeviceId(), request.GetMaxBytes(), m.server.plugin.ID
	}
	path, url, expires, err := m.files.Link(link, time.Duration(request.GetLifeMs())*time.Millisecond)
	if err != nil {
		return nil, statusOf(err)
	}
	return &pluginv1.LinkFileResponse{Path: path, Url: url, ExpiresAtMs: expires.UnixMilli()}, nil
}

func fileOf(s media.Stored) *pluginv1.StoredFile {
	return &pluginv1.StoredFile{Size: s.Size, Sha256: s.SHA256, ModifiedMs: s.Modified.UnixMilli()}
}
