import { renderInRemote, accessibilityProblems } from '@outrider/sdk/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { FakeAlertsApi } from '../testing/fake-alerts';
import { SpeedingFilters } from './speeding-filters';
import { filtersOf, plain, type View } from './view';

beforeEach(() => {
  // The tree draws what fits, and there is no layout here.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(400);
});

async function open(view: Partial<View> = {}) {
  await new FakeAlertsApi().install();
  const go = vi.fn();
  const { user } = renderInRemote(<SpeedingFilters view={{ ...plain, ...view }} go={go} />);
  await user.click(screen.getByRole('button', { name: /^Filters/ }));
  return { user, go };
}

test('levels and a fixed value in the user’s unit become the view', async () => {
  const { user, go } = await open();
  await user.click(screen.getByRole('button', { name: 'Severe Speeding' }));
  await user.click(screen.getByRole('radio', { name: 'By at least a fixed value' }));
  await user.type(screen.getByRole('textbox', { name: /^By at least/ }), '10');
  expect(await accessibilityProblems(screen.getByRole('dialog'))).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(go).toHaveBeenLastCalledWith({ severities: ['3'], vehicles: [], bands: [], over: { type: 'fixedVal', value: 16.09344 } });
});

test('a value beyond the bound is told and cannot be applied', async () => {
  const { user } = await open({ over: { type: 'percentVal', value: 10 } });
  const value = screen.getByRole('textbox', { name: /^By at least/ });
  expect(value).toHaveProperty('value', '10');
  await user.type(value, '1');
  expect(screen.getByRole('alert').textContent).toBe('Cannot be greater than 100%');
  expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true);
});

test('Clear All and Apply show every speeding alert again', async () => {
  const { user, go } = await open({ severities: ['1'], vehicles: ['v1'], over: { type: 'fixedVal', value: 5 } });
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(go).toHaveBeenLastCalledWith({ severities: [], vehicles: [], bands: [], over: { type: 'none', value: 0 } });
});

const patience = { timeout: 30_000 };
const long = { timeout: 180_000 };

test('a tick limits the filters to chosen vehicles', long, async () => {
  const { user, go } = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Only for chosen vehicles' }));
  await user.click(await screen.findByRole('treeitem', { name: /HGV-002/ }, patience));
  await user.click(screen.getByRole('button', { name: /^OK$/i }));
  expect(await screen.findByRole('button', { name: '1 vehicle' }, patience)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(go).toHaveBeenLastCalledWith({ severities: [], vehicles: ['v2'], bands: [], over: { type: 'none', value: 0 } });
});

test('without the tick all vehicles are shown again', long, async () => {
  const { user, go } = await open({ vehicles: ['v1', 'v2'] });
  expect(screen.getByRole('button', { name: '2 vehicles' })).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: 'Only for chosen vehicles' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(go).toHaveBeenLastCalledWith({ severities: [], vehicles: [], bands: [], over: { type: 'none', value: 0 } });
});

test('bands are typed, kept apart, and limited to chosen vehicles', async () => {
  const { user, go } = await open({ vehicles: ['v1'] });
  const severe = screen.getByRole('group', { name: 'Severe' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Where Moderate begins' }), '% over the limit');
  await user.type(screen.getByRole('textbox', { name: 'Value of Moderate' }), '20');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Where Severe begins' }), '% over the limit');
  await user.type(screen.getByRole('textbox', { name: 'Value of Severe' }), '20');
  expect(screen.getByRole('alert').textContent).toBe('Must be greater than 20%');
  await user.type(screen.getByRole('textbox', { name: 'Value of Severe' }), '.5');
  await user.click(within(severe).getByRole('checkbox', { name: 'Only for chosen vehicles' }));
  await user.click(screen.getByRole('checkbox', { name: 'Moderate' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  const bands = [
    { name: 'moderate', type: 'percentVal', value: 20, isShown: false, vehiclesOnly: false },
    { name: 'severe', type: 'percentVal', value: 20.5, isShown: true, vehiclesOnly: true },
  ];
  expect(go).toHaveBeenLastCalledWith({ severities: [], vehicles: ['v1'], bands, over: { type: 'none', value: 0 } });
  const asked = filtersOf('speeding', { ...plain, vehicles: ['v1'], bands: bands as View['bands'] }, 'Metric', [8, 16, 24, 50]);
  expect(asked.filter(({ attribute }) => attribute === 'vehicle' || attribute === 'speeding_bands')).toEqual([
    { attribute: 'speeding_bands', value: [{ band: 'moderate', type: 'percentVal', value: 20, shown: false }, { band: 'severe', type: 'percentVal', value: 20.5, shown: true, vehicles: ['v1'] }] },
  ]);
});
