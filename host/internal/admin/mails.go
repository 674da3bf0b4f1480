package admin

import (
	"context"
	"time"

	"outrider.dev/outrider/host/internal/mail"
	"outrider.dev/sdk/fault"
)

// mailTimeout is how long the database is asked for what waits.
const mailTimeout = 10 * time.Second

// Mails are how mails leave this host.
type Mails struct {
	Folder mail.Folder // empty: they leave by a mail server
	Queue  *mail.Queue
}

type mailQuery struct {
	OnHost
	Skip  int `query:"skip" minimum:"0" maximum:"1000000" doc:"How many of the newest are left out"`
	Limit int `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

type mailList struct {
	Body struct {
		Host    string     `json:"host" doc:"Its name"`
		HostID  string     `json:"host_id"`
		Hosts   []HostName `json:"hosts" doc:"Those of the cluster, by name"`
		By      string     `json:"by" enum:"folder,server" doc:"How mails leave this host; those that a server took are not listed"`
		Waiting int        `json:"waiting" doc:"Mails that are still tried, of all hosts"`
		GivenUp int        `json:"given_up" doc:"Mails of the last 30 days that were not taken, of all hosts"`
		Mails   []MailView `json:"mails" doc:"What is in the folder, the newest first"`
		Total   int        `json:"total"`
	}
}

// MailView is a mail in the folder without its words.
type MailView struct {
	ID      string    `json:"id"`
	At      time.Time `json:"at"`
	From    string    `json:"from"`
	To      string    `json:"to"`
	Subject string    `json:"subject"`
}

func mailOf(l mail.Envelope) MailView {
	return MailView{l.ID, l.At.UTC(), l.From, l.To, l.Subject}
}

func (a *Admin) listMails(ctx context.Context, in *mailQuery) (*mailList, error) {
	ctx, cancel := context.WithTimeout(ctx, mailTimeout)
	defer cancel()
	answer := &mailList{}
	body := &answer.Body
	body.Host, body.HostID, body.By, body.Mails = a.Name, a.HostID, "server", []MailView{}
	for _, h := range a.hosts() {
		body.Hosts = append(body.Hosts, HostName{h.ID, h.Name})
	}
	var err error
	if body.Waiting, body.GivenUp, err = a.Mails.Queue.Undelivered(ctx); err != nil {
		return nil, fault.Wrap(fault.Unavailable, err, "The database does not answer.")
	}
	if a.Mails.Folder == "" {
		return answer, nil
	}
	body.By = "folder"
	letters, total, err := a.Mails.Folder.List(in.Skip, in.Limit)
	if err != nil {
		return nil, err
	}
	body.Total = total
	for _, l := range letters {
		body.Mails = append(body.Mails, mailOf(l))
	}
	return answer, nil
}

type mailAnswer struct {
	Body struct {
		Mail MailView `json:"mail"`
		Text string   `json:"text"`
		HTML string   `json:"html" doc:"Show it where it can run nothing; empty: it is text alone"`
	}
}

func (a *Admin) oneMail(_ context.Context, in *struct {
	OnHost
	ID string `path:"id" minLength:"1" maxLength:"60"`
},
) (*mailAnswer, error) {
	letter, content, err := a.Mails.Folder.Read(in.ID)
	if err != nil {
		return nil, err
	}
	answer := &mailAnswer{}
	answer.Body.Mail, answer.Body.Text, answer.Body.HTML = mailOf(letter), content.Text, content.HTML
	return answer, nil
}
