package callbacks

import (
	"context"

	"outrider.dev/outrider/host/internal/mail"
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
	queued, err := m.queue.Add(ctx, mail.Message{
		Plugin: m.server.plugin.ID, Key: request.GetKey(), OrgID: request.GetOrgId(), To: request.GetTo(), Subject: request.GetSubject(),
		Text: request.GetText(), HTML: request.GetHtml(),
	})
	if err != nil {
		return nil, statusOf(err)
	}
	return &pluginv1.SendMailResponse{Queued: queued}, nil
}
