import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeHost } from '../testing/fake-host';
import { mailPage } from './mail-page';
import { MailsScreen } from './mails-screen';

let host: FakeHost;
const look = { granted: ['viewOperations'] };
const oneHost = { host: 'h1', host_id: 'h1-a', hosts: [{ id: 'h1-a', name: 'h1' }], waiting: 0, given_up: 2 };
const mail = { id: '0123456789abcdef01234567', at: '2026-11-21T08:00:00Z', from: 'Outrider <outrider@localhost>', to: 'ann@demo.test', subject: 'Speeding' };

beforeEach(async () => {
  history.replaceState(null, '', '/admin/mails');
  host = new FakeHost();
  await host.install();
  host.answers.set('/admin/mails', { ...oneHost, by: 'folder', mails: [mail], total: 1 });
});

afterEach(() => vi.unstubAllGlobals());

describe('the outbox', () => {
  it('shows a mail where it can run and fetch nothing', async () => {
    host.answers.set(`/admin/mails/${mail.id}`, { mail, text: 'Hello', html: '<script>top.location = "/"</script><p>Hello</p>' });
    const { user, container } = renderInRemote(<MailsScreen />, { granted: ['viewOperations', 'operateHost'] });
    await user.click(await screen.findByRole('button', { name: 'Speeding' }));
    const page = await screen.findByTitle('Page');
    expect(page).toHaveAttribute('sandbox', '');
    expect(page.getAttribute('srcdoc')).toContain("default-src 'none'");
    expect(location.search).toBe(`?mail=${mail.id}`);
    await user.click(screen.getByRole('tab', { name: 'Text' }));
    expect(screen.getByText('Hello')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('opens no mail for who may only look', async () => {
    history.replaceState(null, '', `/admin/mails?mail=${mail.id}`);
    renderInRemote(<MailsScreen />, look);
    expect(await screen.findByText('Speeding')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Speeding' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps how a mail looks under the policy of the page', () => {
    const page = mailPage('<base href="https://else.test"><p style="color: red" class="big">Hello</p><script>alert(1)</script>', 'n1');
    expect(page).toContain('<style nonce="n1">[data-mail-rule="0"]{color: red}</style>');
    expect(page).toContain('<p class="big" data-mail-rule="0">Hello</p>');
    expect(page).not.toMatch(/<script|<base/);
  });

  it('says where mails go when there is a mail server', async () => {
    host.answers.set('/admin/mails', { ...oneHost, by: 'server', mails: [], total: 0 });
    renderInRemote(<MailsScreen />, look);
    expect(await screen.findByText('Emails leave by the mail server')).toBeVisible();
  });

  it('is not for others', () => {
    renderInRemote(<MailsScreen />, { granted: [] });
    expect(screen.queryByText('Outbox')).toBeNull();
  });
});
