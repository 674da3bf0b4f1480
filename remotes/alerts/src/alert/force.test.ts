import { describe, expect, it } from 'vitest';

import type { Alert } from '../api/alert';
import { forceOf } from './force';

/** What an accelerometer read around an event, as the chart draws it: a bell of the peak, on what the road gives. */
function samples(peak: { x: number; y: number; z: number }, n: number) {
  return Array.from({ length: 200 }, (_, i) => {
    const bell = Math.exp(-4 * ((i - 100) / 40) ** 2);
    const shake = 0.012 * Math.sin(i * (n + 1));
    return { x: peak.x * bell + shake, y: peak.y * bell - shake, z: (peak.z - 1) * bell + shake };
  });
}

const felt: [label: string, peak: { x: number; y: number; z: number }][] = [
  ['harsh_braking', { x: -0.31, y: 0.02, z: 1 }],
  ['severe_braking', { x: -0.46, y: 0.1, z: 1.05 }],
  ['harsh_acceleration', { x: 0.4, y: -0.1, z: 1 }],
  ['severe_acceleration', { x: 0.55, y: 0, z: 1 }],
  ['harsh_left_turn', { x: -0.2, y: 0.36, z: 1 }],
  ['severe_left_turn', { x: 0.1, y: 0.52, z: 1 }],
  ['harsh_right_turn', { x: 0, y: -0.45, z: 1.1 }],
  ['severe_right_turn', { x: 0, y: -0.7, z: 1 }],
  ['severe_bump', { x: 0.1, y: 0, z: 1.66 }],
  ['severe_bump', { x: 0, y: 0.1, z: 0.35 }],
];

describe('the figures of harsh driving', () => {
  it.each(felt)('%s: axis, peak, side and lines are those of its samples', (label, peak) => {
    const force = forceOf({ alert_type: 'imualert', prediction_label: label, accel_g: peak } as unknown as Alert);
    const drawn = samples(peak, felt.findIndex(([, one]) => one === peak));
    const strongest = (['x', 'y', 'z'] as const).map((axis) => ({ axis, g: drawn.reduce((most, one) => (Math.abs(one[axis]) > Math.abs(most) ? one[axis] : most), 0) })).sort((a, b) => Math.abs(b.g) - Math.abs(a.g))[0];
    expect(force?.axis).toBe(strongest?.axis);
    expect(force?.g).toBeCloseTo(strongest?.g ?? 0, 1);
    const { harsh, severe = 0 } = force?.thresholds ?? {};
    expect(Math.sign(severe)).toBe(Math.sign(strongest?.g ?? 0));
    expect(Math.abs(strongest?.g ?? 0) >= Math.abs(severe), 'beyond the line of severe').toBe(label.startsWith('severe'));
    if (harsh !== undefined) expect(Math.abs(strongest?.g ?? 0)).toBeGreaterThan(Math.abs(harsh) - 0.02);
  });

  it('has no lines where no force is judged', () => {
    expect(forceOf({ alert_type: 'low_speed_potential_impact', prediction_label: '', accel_g: { x: -0.5, y: 0, z: 1 } })).toEqual({ axis: 'x', g: -0.5 });
    expect(forceOf({ alert_type: 'collision', prediction_label: '', accel_g: { x: -2, y: 0.3, z: 1 } })?.thresholds).toEqual({ severe: -1.5 });
    expect(forceOf({ alert_type: 'adas_fcw_alert', prediction_label: '', accel_g: null })).toBeUndefined();
  });
});
