import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { FakeHost } from '../testing/fake-host';
import { AuditScreen } from './audit-screen';

let host: FakeHost;

const record = (n: number) => ({
  id: `r${n}`, at: '2026-11-21T08:00:00Z', org_id: 'demo', actor_id: 'u1', actor_email: 'ann@demo.test', actor_name: '=Ann', actor_role: 'ORG_ADMIN', home_org_id: 'demo', plugin: '',
  session_id: '', operation: `POST /api/things/${n}`, object_kind: 'thing', object_id: String(n), result: 'done', status: 200, fields: ['name', 'key'], detail: '', request_id: '', trace: '',
  address: '10.0.0.1', host: 'h1', sentence: `Ann made thing ${n}`, changes: [],
});

beforeEach(async () => {
  history.replaceState(null, '', '/admin/audit');
  host = new FakeHost();
  await host.install();
});

afterEach(() => vi.unstubAllGlobals());

function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });
}

it('writes every record that matches into a file, page after page', async () => {
  const asked: string[] = [];
  host.answers.set('/org/demo/audit', (query: URLSearchParams) => {
    asked.push(`${query.get('limit')} ${query.get('before') ?? ''}`);
    return query.get('before') ? { records: [record(2)], next: '' } : { records: [record(0), record(1)], next: 'r1' };
  });
  let noted = 0;
  host.answers.set('/org/demo/exports', () => {
    noted += 1;
    return {};
  });
  const written: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${written.push(blob)}`, revokeObjectURL: () => {} }); // jsdom has neither
  const { user, container } = renderInRemote(<AuditScreen />, { granted: ['viewAuditLog'] });
  await waitFor(() => expect(screen.getByText('Ann made thing 0')).toBeVisible());
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: /CSV/ }));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(noted).toBe(1);
  const lines = (await textOf(written[0] as Blob)).trim().split('\r\n');
  expect(lines.map((line) => /POST [^,]*/.exec(line)?.[0])).toEqual([undefined, 'POST /api/things/0', 'POST /api/things/1', 'POST /api/things/2']);
  expect(lines[1]).toContain("'=Ann");
  expect(asked.filter((one) => one.startsWith('500'))).toEqual(['500 ', '500 r1']);
});

it('says in words what was done, from what to what, and keeps the request behind a fold', async () => {
  const changes = [
    { field: 'group', label: 'Group', before: 'Leeds', after: 'Crewe depot' },
    { field: 'disabled', label: 'Disabled', before: 'false', after: 'true' },
  ];
  host.answers.set('/org/demo/audit', () => ({ records: [{ ...record(1), sentence: 'Ann moved VAN-101 from Leeds to Crewe depot', changes }], next: '' }));
  const { user, container } = renderInRemote(<AuditScreen />, { granted: ['viewAuditLog'] });
  expect(await screen.findByText('Ann moved VAN-101 from Leeds to Crewe depot')).toBeVisible();
  expect(screen.getByText('Group: Leeds → Crewe depot · Disabled: No → Yes')).toBeVisible();
  expect(screen.queryByText('POST /api/things/1')).toBeNull();
  await user.click(screen.getAllByRole('button', { name: /2026/ })[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Ann moved VAN-101 from Leeds to Crewe depot' });
  expect(within(dialog).getByRole('row', { name: 'Group Leeds Crewe depot' })).toBeVisible();
  const fold = within(dialog).getByText('POST /api/things/1').closest('details');
  expect(fold?.open).toBe(false);
  await user.click(within(dialog).getByText('Raw request'));
  expect(fold?.open).toBe(true);
  expect(await accessibilityProblems(container)).toEqual([]);
});
