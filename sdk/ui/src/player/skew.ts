/** What is done about a video that is not where the clock is. */
export interface Correction {
  /** Jump to the clock's time instead of catching up. */
  isSeek: boolean;
  /** The rate to play at meanwhile. */
  rate: number;
}

/** Limits in milliseconds: below `still` nothing is done, from `jump` on a video jumps. */
export const skewLimits = { still: 12, jump: 400 } as const;

/** How much of a skew is made good within a second, and by how much a rate may differ for it. */
const perSecond = 2.5;
const mostNudge = 0.3;
/** Rates change in steps, since each change costs the browser something. */
const nudgeStep = 0.025;

/** How to bring a video back that is `skewMs` ahead of the clock (below zero: behind) while the clock runs at `rate`. */
export function correctionOf(skewMs: number, rate: number): Correction {
  const size = Math.abs(skewMs);
  if (size >= skewLimits.jump * Math.max(1, rate)) {
    return { isSeek: true, rate };
  }
  if (size <= skewLimits.still) {
    return { isSeek: false, rate };
  }
  const steps = Math.max(1, Math.round(Math.min(mostNudge, (size / 1000) * perSecond) / nudgeStep));
  return { isSeek: false, rate: rate * (1 - Math.sign(skewMs) * steps * nudgeStep) };
}
