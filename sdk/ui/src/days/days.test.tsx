import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';

import { accessibilityProblems, renderInRemote } from '../testing';
import { MomentBox } from '.';

function Field({ onChange, ...rest }: { onChange: (value: string | undefined) => void; value?: string; max?: string }) {
  const [value, setValue] = useState(rest.value);
  return <MomentBox label="From" {...rest} value={value} onChange={(next) => { setValue(next); onChange(next); }} />;
}

const day = () => screen.getByRole('textbox', { name: 'From, YYYY-MM-DD' });
const time = () => screen.getByRole('textbox', { name: 'From, HH:mm' });

it('begins at midnight of the day that is typed, and takes a time in short', async () => {
  const changed = vi.fn();
  const { user, container } = renderInRemote(<Field onChange={changed} />);
  await user.type(day(), '20261121');
  await user.tab();
  expect(changed).toHaveBeenLastCalledWith('2026-11-21T00:00');
  await user.clear(time());
  await user.type(time(), '930');
  await user.tab();
  expect(changed).toHaveBeenLastCalledWith('2026-11-21T09:30');
  expect(await accessibilityProblems(container)).toEqual([]);
});

it('takes back what is no day, or beyond the last, and forgets the moment with its day', async () => {
  const changed = vi.fn();
  const { user } = renderInRemote(<Field onChange={changed} value="2026-11-21T14:32" max="2026-11-22" />);
  for (const wrong of ['2026-13-01', '2026-11-23', 'soon']) {
    await user.clear(day());
    changed.mockClear();
    await user.type(day(), wrong);
    await user.tab();
    expect(changed).not.toHaveBeenCalled();
  }
  expect(day()).toHaveValue('');
  await user.type(day(), '2026-11-22');
  expect(changed).toHaveBeenLastCalledWith('2026-11-22T00:00');
});

it('is chosen from the calendar, too', async () => {
  const changed = vi.fn();
  const { user } = renderInRemote(<Field onChange={changed} value="2026-11-21T14:32" />);
  await user.click(screen.getByRole('button', { name: 'Calendar' }));
  await user.click(await screen.findByRole('button', { name: /Thursday,? 19 November 2026/ }));
  expect(changed).toHaveBeenLastCalledWith('2026-11-19T14:32');
});
