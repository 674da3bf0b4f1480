import { addMessages } from '@outrider/sdk';
import { renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { UsedIn } from './used-in';

beforeEach(() => addMessages('contacts', async () => en));

it('names each thing once, and leads there', async () => {
  const leave = vi.fn();
  const one = { kind: 'contact', id: 'c1', plugin: 'reports', thing: 'Weekly mileage', path: '/scheduled-reports' };
  const { user, container } = renderInRemote(<UsedIn usage={[one, one, { ...one, thing: 'System health', path: '', via: 'Office' }]} onLeave={leave} />);
  const link = await screen.findByRole('link', { name: 'Weekly mileage' });
  expect(container).toHaveTextContent('Used in: Weekly mileage, System health (by Office).');
  expect(screen.getAllByRole('link')).toHaveLength(1);
  await user.click(link);
  expect(leave).toHaveBeenCalledOnce();
  expect(location.pathname).toBe('/scheduled-reports');
});
