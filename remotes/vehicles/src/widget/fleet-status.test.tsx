import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { now } from '../testing/fleet';
import { FakeFleetApi } from '../testing/screen';
import { FleetStatus } from './fleet-status';

let api: FakeFleetApi;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  api = new FakeFleetApi();
  await api.install();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('fleet status', () => {
  it('says how many are online and what all do, and what changed in a week', async () => {
    const { container } = renderInRemote(<FleetStatus h={10} />);
    expect(await screen.findByText('online of 4')).toBeVisible();
    expect(container.querySelector('.fleet-status-head')).toHaveTextContent('3 online of 4');
    expect(await screen.findAllByText('+2')).toHaveLength(1);
    expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual(['1', '+2', '1', '0', '1', '+1', '1', '0', '0', '0', '0', '0', '0', '−2']);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('says when it cannot load', async () => {
    api.status = 500;
    renderInRemote(<FleetStatus h={10} />);
    expect(await screen.findByText('Could not load data.')).toBeVisible();
  });

  it('says when there is nothing, or when it is not allowed', async () => {
    api.vehicles = [];
    api.presences = [];
    const { unmount } = renderInRemote(<FleetStatus h={10} />);
    expect(await screen.findByText('No vehicles yet')).toBeVisible();
    unmount();
    renderInRemote(<FleetStatus h={10} />, { granted: [] });
    expect(screen.getByText('You do not have permission to see this')).toBeVisible();
  });
});
