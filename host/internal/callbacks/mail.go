package callbacks

import (
	"context"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"outrider.dev/outrider/host/internal/mail"
	"outrider.dev/outrider/host/internal/media"
	"outrider.dev/sdk/plugin/manifest"
	pluginv1 "outrider.dev/sdk/proto/outrider/plugin/v1"
)

// Mail takes the mails of one plugin.
type Mail struct {
	pluginv1.UnimplementedMailServer
	server *Server
	queue  *mail.Queue
}

// SendMail queues a mail of an organisation that has the plugin's module on.
func (m *Mail) SendMail(ctx context.Context, request *pluginv1.SendMailRequest) (*pluginv1.SendMailResponse, error) {
	if err := m.server.mayWorkIn(ctx, request.GetOrgId()); err != nil {
		return nil, err
	}
	attachments := make([]mail.Attachment, len(request.GetAttachments()))
	for i, a := range request.GetAttachments() {
		if !m.server.plugin.Has(manifest.CapabilityMedia) {
			return nil, status.Errorf(codes.PermissionDenied, "the manifest of %s does not ask for the capability %q", m.server.plugin.ID, manifest.CapabilityMedia)
		}
		key, err := media.KeyOf(request.GetOrgId(), m.server.plugin.ID, a.GetName())
		if err != nil {
			return nil, statusOf(err)
		}
		attachments[i] = mail.Attachment{Key: key, Name: a.GetFileName(), Type: a.GetContentType()}
	}
	queued, err := m.queue.Add(ctx, mail.Message{
		Plugin: m.server.plugin.ID, Key: request.GetKey(), OrgID: request.GetOrgId(), To: request.GetTo(), Subject: request.GetSubject(),
		Text: request.GetText(), HTML: request.GetHtml(), Attachments: attachments,
	})
	if err != nil {
		return nil, statusOf(err)
	}
	return &pluginv1.SendMailResponse{Queued: queued}, nil
}

// MailStates says what became of mails of the plugin.
func (m *Mail) MailStates(ctx context.Context, request *pluginv1.MailStatesRequest) (*pluginv1.MailStatesResponse, error) {
	if err := m.server.mayWorkIn(ctx, request.GetOrgId()); err != nil {
		return nil, err
	}
	if len(request.GetKeys()) > maxAsked {
		return nil, status.Errorf(codes.InvalidArgument, "ask for at most %d mails", maxAsked)
	}
	states, err := m.queue.States(ctx, m.server.plugin.ID, request.GetOrgId(), request.GetKeys())
	if err != nil {
		return nil, statusOf(err)
	}
	answer := &pluginv1.MailStatesResponse{}
	for _, s := range states {
		one := &pluginv1.MailState{Key: s.Key, State: s.State, Problem: s.Problem}
		if s.State == mail.Sent {
			one.SentAtMs = s.SentAt.UnixMilli()
		}
		answer.Mails = append(answer.Mails, one)
	}
	return answer, nil
}
