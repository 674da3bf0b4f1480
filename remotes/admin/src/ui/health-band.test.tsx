import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeHost } from '../testing/fake-host';
import { Page } from './page';

let host: FakeHost;
const granted = { granted: ['viewOperations'] };
const page = (
  <Page title="Streams" permission="viewOperations">
    <p>Content</p>
  </Page>
);

beforeEach(async () => {
  host = new FakeHost();
  await host.install();
});

afterEach(() => vi.unstubAllGlobals());

describe('the band about the health of the host', () => {
  it('names what does not work', async () => {
    host.answers.set('/admin/health', {
      status: 'not ready',
      parts: [
        { name: 'postgres', state: 'ready', detail: '' },
        { name: 'stream.telemetry', state: 'not ready', detail: 'does not answer within 2s' },
        { name: 'disk', state: 'degraded', detail: '' },
      ],
    });
    const { container } = renderInRemote(page, granted);
    const band = await screen.findByRole('alert');
    expect(band).toHaveTextContent('This host is not ready');
    expect(band).toHaveTextContent('Stream TELEMETRY not ready: does not answer within 2s');
    expect(band).toHaveTextContent('Data folder degraded');
    expect(band).not.toHaveTextContent('Postgres');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('says that a host serves with less', async () => {
    host.answers.set('/admin/health', { status: 'degraded', parts: [{ name: 'keto', state: 'degraded', detail: 'refused' }] });
    renderInRemote(page, granted);
    expect(await screen.findByRole('alert')).toHaveTextContent('This host is degraded');
  });

  it('is not there while everything works, or nobody knows', async () => {
    let asked = 0;
    host.answers.set('/admin/health', () => {
      asked += 1;
      return { status: 'ready', parts: [{ name: 'postgres', state: 'ready', detail: '' }] };
    });
    renderInRemote(page, granted);
    await waitFor(() => expect(asked).toBe(1));
    expect(await screen.findByText('Content')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
