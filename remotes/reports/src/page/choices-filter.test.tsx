import { addMessages } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { getChoices } from '../api/choices';
import { needed, newDraft } from '../schedules/draft';
import { ChoicesFilter } from './choices-filter';
import type { ReportKind } from './report-kind';

vi.mock('../api/choices', () => ({ getChoices: vi.fn() }));

const patience = { timeout: 30_000 };
const from = 'GET /api/org/{orgId}/geofences/choices';

beforeEach(async () => {
  await addMessages('reports', async () => en);
  vi.mocked(getChoices).mockResolvedValue([{ value: 'a', label: 'Crewe yard' }, { value: 'b', label: 'Depot' }, { value: 'c', label: 'Harbour' }]);
});

afterEach(() => vi.clearAllMocks());

describe('a filter with choices of a plugin', () => {
  it('offers what there is, and tells what was chosen', async () => {
    const chosen = vi.fn();
    const { user, container } = renderInRemote(<ChoicesFilter label="Geofences" from={from} value={[]} onChange={chosen} />);
    await user.click(await screen.findByRole('button', { name: 'Geofences: All' }, patience));
    const dialog = await screen.findByRole('dialog', { name: 'Geofences' }, patience);
    await user.click(await within(dialog).findByRole('checkbox', { name: 'Depot' }, patience));
    await user.type(within(dialog).getByRole('searchbox', { name: 'Search' }), 'har');
    expect(within(dialog).queryByRole('checkbox', { name: 'Depot' })).toBeNull();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Harbour' }));
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Use 2' }));
    expect(chosen).toHaveBeenCalledWith(['b', 'c']);
  });

  it('names the one that is chosen, and gives none for all', async () => {
    const chosen = vi.fn();
    const { user } = renderInRemote(<ChoicesFilter label="Geofences" from={from} value={['b']} onChange={chosen} />);
    await user.click(await screen.findByRole('button', { name: 'Geofences: Depot' }, patience));
    await user.click(await screen.findByRole('button', { name: 'Clear' }, patience));
    await user.click(screen.getByRole('button', { name: 'Use all' }));
    expect(chosen).toHaveBeenCalledWith(undefined);
  });

  it('can be tried again when the choices cannot be loaded', async () => {
    vi.mocked(getChoices).mockRejectedValueOnce(new Error('no network'));
    const { user } = renderInRemote(<ChoicesFilter label="Geofences" from={from} value={[]} onChange={() => undefined} />);
    await user.click(await screen.findByRole('button', { name: 'Geofences: All' }, patience));
    await user.click(await screen.findByRole('button', { name: 'Retry' }, patience));
    expect(await screen.findByRole('checkbox', { name: 'Depot' }, patience)).toBeVisible();
  });

  it('is missed by a schedule that needs it', () => {
    const type = { filters: [{ key: 'geofence_ids', kind: 'text', label: { en: 'Geofences' }, needed: { en: 'No geofence selected' } }] } as unknown as ReportKind;
    expect(needed(newDraft('UTC'), type)).toEqual({ en: 'No geofence selected' });
    expect(needed({ ...newDraft('UTC'), filters: { geofence_ids: [] } }, type)).toEqual({ en: 'No geofence selected' });
    expect(needed({ ...newDraft('UTC'), filters: { geofence_ids: ['a'] } }, type)).toBeUndefined();
  });
});
