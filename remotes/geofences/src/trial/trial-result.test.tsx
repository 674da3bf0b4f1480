import { renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import type { Trial } from '../api/trial';
import { FakeApi } from '../testing/api';
import { TrialResult } from './trial-result';

const trial: Trial = { visits: [], total: { vehicles: 60, of: 60, visits: 0, events: 0, from_ms: 1_795_000_000_000 - 30 * 86_400_000, to_ms: 1_795_000_000_000, cut: false } };

afterEach(() => vi.unstubAllGlobals());

it('says beside what would have been raised what the saved geofence did raise', async () => {
  const api = new FakeApi();
  api.answers = {
    'GET /geofences/now': { geofences: [{ id: 'f1', inside: 2, events: 14 }] },
    'GET /vehicles/tree': { id: 'demo', metadata: { label: 'Demo' }, nodes: [], vehicleArray: [] },
  };
  await api.install();
  const show = (fenceId: string | undefined) => renderInRemote(<TrialResult fenceId={fenceId} trial={trial} zone="UTC" chosen={undefined} onChoose={vi.fn()} />);
  const { unmount } = show('f1');
  expect(await screen.findByText('The saved version raised 14 events')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('0 events in the last 30 days');
  unmount();
  show(undefined);
  expect(screen.queryByText(/^The saved version/)).toBeNull();
});
