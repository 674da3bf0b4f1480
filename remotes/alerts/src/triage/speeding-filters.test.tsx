import { renderInRemote, accessibilityProblems } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { FakeAlertsApi } from '../testing/fake-alerts';
import { SpeedingFilters } from './speeding-filters';
import { plain, type View } from './view';

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
  await user.type(screen.getByRole('textbox'), '10');
  expect(await accessibilityProblems(screen.getByRole('dialog'))).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(go).toHaveBeenLastCalledWith({ severities: ['3'], over: { type: 'fixedVal', value: 16.09344 } });
});

test('a value beyond the bound is told and cannot be applied', async () => {
  const { user } = await open({ over: { type: 'percentVal', value: 10 } });
  const value = screen.getByRole('textbox');
  expect(value).toHaveProperty('value', '10');
  await user.type(value, '1');
  expect(screen.getByRole('alert').textContent).toBe('Cannot be greater than 100%');
  expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true);
});

test('Clear All and Apply show every speeding alert again', async () => {
  const { user, go } = await open({ severities: ['1'], over: { type: 'fixedVal', value: 5 } });
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(go).toHaveBeenLastCalledWith({ severities: [], over: { type: 'none', value: 0 } });
});
