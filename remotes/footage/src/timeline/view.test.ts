import { describe, expect, it } from 'vitest';

import { atZoom, markerSeconds, moved, showing, ticksOf, viewAbout, wholeDay, zoomed, zoomOf } from './view';

const middle = ({ from, span }: { from: number; span: number }) => from + span / 2;

describe('the part of a day that is shown', () => {
  it('keeps the time in its middle when it is zoomed in and out', () => {
    const view = viewAbout(52_000, 7200);
    for (const factor of [1.25, 2, 8]) {
      expect(middle(zoomed(view, factor))).toBe(52_000);
      expect(middle(zoomed(zoomed(view, factor), 1 / factor))).toBe(52_000);
    }
    expect(zoomed(view, 2).span).toBe(3600);
  });

  it('never leaves the day, nor shows less than two minutes', () => {
    expect(viewAbout(100, 7200)).toEqual({ from: 0, span: 7200 });
    expect(viewAbout(86_399, 7200)).toEqual({ from: 79_200, span: 7200 });
    expect(zoomed(wholeDay, 0.5)).toEqual(wholeDay);
    expect(zoomed(viewAbout(50_000, 120), 4).span).toBe(120);
    expect(moved(viewAbout(80_000, 3600), 9000)).toEqual({ from: 82_800, span: 3600 });
  });

  it('moves only when what is wanted lies outside', () => {
    const view = viewAbout(50_000, 3600);
    expect(showing(view, 49_900, 50_100)).toBe(view);
    expect(showing(view, 51_790, 51_900), 'as little as it takes').toEqual({ from: 48_300, span: 3600 });
    expect(middle(showing(view, 60_000, 60_100)), 'far away: about it').toBe(60_050);
  });

  it('goes from the whole day to two minutes on one slider', () => {
    expect(zoomOf(wholeDay)).toBe(0);
    expect(atZoom(viewAbout(50_000, 500), 1).span).toBeCloseTo(120);
    expect(atZoom(wholeDay, zoomOf(viewAbout(43_200, 1800))).span).toBeCloseTo(1800);
  });
});

describe('the markers', () => {
  it('come every 15 minutes, 30 minutes, 1 hour or 2 hours by the width of the day', () => {
    expect([1200, 1199, 800, 799, 500, 499].map(markerSeconds)).toEqual([900, 1800, 1800, 3600, 3600, 7200]);
  });

  it('are as far apart as the width of the whole day says, zoomed as it is', () => {
    const gaps = (view: typeof wholeDay, width: number) => {
      const [a, b] = ticksOf(view, width).filter(({ isMarker }) => isMarker);
      return (b?.second ?? 0) - (a?.second ?? 0);
    };
    expect([1200, 800, 500, 360].map((width) => gaps(wholeDay, width))).toEqual([900, 1800, 3600, 7200]);
    expect(gaps(viewAbout(43_200, 43_200), 600)).toBe(900);
  });

  it('have finer lines between them where there is room, and labels that do not meet', () => {
    const ticks = ticksOf(viewAbout(52_000, 1800), 880);
    expect(ticks.some(({ isMarker }) => !isMarker)).toBe(true);
    expect(ticks.every(({ isLabelled }) => isLabelled)).toBe(true);
    const labelled = ticksOf(wholeDay, 880).filter(({ isLabelled }) => isLabelled);
    expect((labelled[1]?.second ?? 0) * (880 / 86_400)).toBeGreaterThanOrEqual(68);
    expect(ticksOf(wholeDay, 0)).toEqual([]);
  });
});
