import { screen } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { accessibilityProblems, renderInRemote } from '../testing';
import { Cursor, CursorProvider, DonutChart, ImuChart, lttb, nearest, SpeedChart } from '.';
import { timeTicks, valueAxis } from './ticks';
import { zoomed } from './use-chart-keys';

vi.stubGlobal('ResizeObserver', class { observe() {} disconnect() {} });
const start = Date.UTC(2026, 10, 21, 14, 32);
const samples = Array.from({ length: 21 }, (_, index) => ({ at: start + index * 1000, speedKmh: 80 + index }));

describe('downsampling', () => {
  it('keeps ends, order, number and every peak', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -200, max: 200, noNaN: true }), { minLength: 4, maxLength: 400 }), fc.integer({ min: 3, max: 60 }), (values, count) => {
        const times = values.map((_, index) => index * 10);
        const chosen = lttb(times, values, count);
        expect(chosen.length).toBe(Math.min(values.length, count));
        expect([chosen[0], chosen.at(-1)]).toEqual([0, values.length - 1]);
        expect(chosen.every((index, at) => at === 0 || index > (chosen[at - 1] ?? 0))).toBe(true);
      }),
    );
    const flat = Array.from({ length: 1000 }, (_, index) => (index === 637 ? 90 : 10));
    expect(lttb(flat.map((_, index) => index), flat, 40)).toContain(637);
  });

  it('finds the nearest time', () => {
    expect([0, 4, 6, 25, 99].map((at) => nearest([0, 10, 20, 30], at))).toEqual([0, 0, 1, 2, 3]);
    expect(nearest([], 5)).toBe(-1);
  });
});

describe('axes', () => {
  it.each([[10, [0, 5, 10]], [2, [0, 1, 2]], [1, [0, 1]]])('count to %s in whole steps', (most, ticks) => {
    expect(valueAxis(0, most, 4).ticks).toEqual(ticks);
  });

  it('hold their values with round ticks', () => {
    expect(valueAxis(0, 57, 2).ticks).toEqual([0, 50]);
    expect(valueAxis(-0.52, 0.5, 2).ticks).toEqual([-0.5, 0, 0.5]);
    expect(timeTicks({ from: start, to: start + 30_000 }, 6, 'Europe/London')).toHaveLength(7);
    expect(timeTicks({ from: start, to: start + 86_400_000 }, 8, 'Asia/Kolkata').every((at) => (at + 5.5 * 3_600_000) % (3 * 3_600_000) === 0)).toBe(true);
  });

  it('zoom around the cursor and never past the whole', () => {
    const whole = { from: 0, to: 10_000 };
    expect(zoomed(whole, whole, 0.5, 10_000)).toEqual({ from: 5000, to: 10_000 });
    expect(zoomed({ from: 5000, to: 10_000 }, whole, 2, 7000)).toBeUndefined();
  });
});

describe('a chart', () => {
  it('shares its cursor by keyboard and says the values there in the user’s unit', async () => {
    const cursor = new Cursor();
    const heard = vi.fn();
    cursor.subscribe(heard);
    const { user, container } = renderInRemote(
      <CursorProvider cursor={cursor}>
        <SpeedChart samples={samples} limitKmh={80} />
        <ImuChart samples={samples.map(({ at }) => ({ at, x: -0.1, y: 0, z: 0.02 }))} />
      </CursorProvider>,
    );
    const speed = screen.getByRole('slider', { name: 'Speed, mph' });
    speed.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(heard).toHaveBeenLastCalledWith(start + 2000, 'chart');
    expect(speed).toHaveAttribute('aria-valuetext', '14:32:02, 51 mph');
    expect(screen.getByRole('slider', { name: 'Acceleration, g' })).toHaveAttribute('aria-valuetext', '14:32:02, x braking -0.1 g, y cornering 0 g, z bump 0.02 g');
    await user.keyboard('{End}+');
    expect(cursor.view()).toEqual({ from: start + 10_000, to: start + 20_000 });
    await user.keyboard('0');
    expect(cursor.view()).toBeUndefined();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('can be read as a table', async () => {
    const { user } = renderInRemote(<SpeedChart samples={samples} />, { units: 'Metric' });
    await user.click(screen.getByRole('button', { name: 'Show as table' }));
    expect(screen.getAllByRole('row')).toHaveLength(22);
    expect(screen.getByRole('row', { name: '14:32:20 100' })).toBeVisible();
  });

  it('says when there is nothing to draw', () => {
    renderInRemote(<><SpeedChart samples={[]} /><DonutChart title="Fleet" categories={[]} /></>);
    expect(screen.getAllByText('No graph data')).toHaveLength(2);
  });
});
