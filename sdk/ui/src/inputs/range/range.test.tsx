import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { accessibilityProblems, renderInRemote } from '../../testing';
import { DateTimeRangePicker } from './range-picker';
import type { RangePickerProps } from './range-picker-props';
import { draftOf, rangeErrors, wholeDays, type DateTimeRange } from './range-rules';
import { rangeText } from './range-text';
import { daysOf, limitedShortcuts, shortcuts, within } from './shortcuts';

const today = '2026-11-21';

describe('the shortcuts', () => {
  it.each([
    ['today', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['last7Days', '2026-11-15', '2026-11-21'],
    ['last30Days', '2026-10-23', '2026-11-21'],
    ['thisMonth', '2026-11-01', '2026-11-30'],
    ['lastMonth', '2026-10-01', '2026-10-31'],
  ] as const)('%s is %s to %s', (shortcut, from, to) => {
    expect(daysOf(shortcut, today)).toEqual({ from, to });
  });

  it('stay within what may be chosen, and the limited mode has three', () => {
    expect(within(daysOf('thisMonth', today), undefined, today)).toEqual({ from: '2026-11-01', to: today });
    expect(limitedShortcuts).toEqual(['today', 'yesterday', 'last7Days']);
    expect(shortcuts).toHaveLength(6);
  });
});

describe('the rules', () => {
  const good = { from: today, to: today, startTime: '06:00', endTime: '18:00' };
  it.each([
    [{ startTime: '' }, 'start time is not valid'],
    [{ endTime: '25:00' }, 'end time is not valid'],
    [{ startTime: '18:00' }, 'start time is greater than end time'],
    [{ from: '2026-02-30' }, 'start date is not valid'],
    [{ to: '2026-11-20' }, 'start date is greater than end date'],
    [{ to: '2026-11-29' }, 'Date range cannot be longer than 7 days'],
  ])('%o: %s', (part, sentence) => {
    expect(Object.values(rangeErrors({ ...good, ...part }, { locale: 'en-GB', maxDays: 7 }))).toEqual([sentence]);
  });

  it('take times as they come over several days, and whole days without times', () => {
    expect(rangeErrors({ ...good, to: '2026-11-22', startTime: '20:00' }, { locale: 'en-GB' })).toEqual({});
    expect(wholeDays(today, today)).toEqual({ start: '2026-11-21T00:00:00', end: '2026-11-21T23:59:59' });
    expect(draftOf(null)).toMatchObject({ startTime: '00:00', endTime: '23:59' });
  });

  it('are said with long dates', () => {
    expect(rangeText(wholeDays('2026-11-15', today), 'en-GB')).toMatch(/^15\s?–\s?21 November 2026$/);
    expect(rangeText({ start: '2026-11-15T06:30:00', end: '2026-11-21T18:00:00' }, 'en-GB')).toBe('15 November 2026, 06:30 – 21 November 2026, 18:00');
    expect(rangeText({ start: '2026-11-21T06:30:00', end: '2026-11-21T18:00:00' }, 'en-GB')).toBe('21 November 2026, 06:30 – 18:00');
  });
});

describe('the picker', () => {
  beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12), toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  function Place({ onChange, ...props }: Partial<RangePickerProps> & { onChange: (range: DateTimeRange) => void }) {
    const [value, setValue] = useState<DateTimeRange | null>(null);
    return <DateTimeRangePicker label="Period" {...props} value={value} onChange={(range) => (setValue(range), onChange(range))} />;
  }

  it('takes a shortcut at once and says it', async () => {
    const change = vi.fn();
    const { user, baseElement } = renderInRemote(<Place onChange={change} />);
    await user.click(screen.getByRole('button', { name: 'Period: Choose dates' }));
    expect(screen.getAllByRole('grid').map((grid) => grid.getAttribute('aria-label'))).toEqual(['October 2026', 'November 2026']);
    expect(await accessibilityProblems(baseElement)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Last 7 Days' }));
    expect(change).toHaveBeenCalledWith({ start: '2026-11-15T00:00:00', end: '2026-11-21T23:59:59' });
    expect(await screen.findByRole('button', { name: /^Period: Last 7 Days, 15\s?–\s?21 November 2026$/ })).toBeVisible();
  });

  it('takes typed dates and times, not before they are right', async () => {
    const change = vi.fn();
    const { user } = renderInRemote(<Place onChange={change} limited />);
    await user.click(screen.getByRole('button', { name: 'Period: Choose dates' }));
    expect(screen.queryByRole('button', { name: 'This Month' })).toBeNull();
    await user.type(screen.getByLabelText('Start date'), '20261120');
    await user.type(screen.getByLabelText('End date'), '2026-11-20');
    await user.clear(screen.getByLabelText('Start time'));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(screen.getByText('start time is not valid')).toBeVisible();
    expect(change).not.toHaveBeenCalled();
    await user.type(screen.getByLabelText('Start time'), '930');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(change).toHaveBeenCalledWith({ start: '2026-11-20T09:30:00', end: '2026-11-20T23:59:59' });
  });

  it('takes days from the calendar, in either order', async () => {
    const change = vi.fn();
    const { user } = renderInRemote(<Place onChange={change} max={today} />);
    await user.click(screen.getByRole('button', { name: 'Period: Choose dates' }));
    expect(screen.getByRole('button', { name: /22 November 2026/ })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: /18 November 2026/ }));
    await user.click(screen.getByRole('button', { name: /10 November 2026/ }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(change).toHaveBeenCalledWith({ start: '2026-11-10T00:00:00', end: '2026-11-18T23:59:59' });
  });
});
