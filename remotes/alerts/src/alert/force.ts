import type { HarshThresholds } from '@outrider/sdk/charts';

import type { Alert } from '../api/alert';

type Axis = 'x' | 'y' | 'z';

/** What an alert's accelerometer felt where it counts, as the chart draws it: along one axis, without what gravity adds. */
export interface Force {
  axis: Axis;
  /** Signed, in g: below zero for braking, and for what pulls to the right. */
  g: number;
  /** From where the force would be harsh and severe. */
  thresholds?: HarshThresholds;
}

/** The axis, the side and the thresholds of each kind of driving, in g. The server decides by the same ones. */
const kinds: Record<string, { axis: Axis; harsh?: number; severe: number }> = {
  braking: { axis: 'x', harsh: -0.3, severe: -0.45 },
  acceleration: { axis: 'x', harsh: 0.3, severe: 0.45 },
  left_turn: { axis: 'y', harsh: 0.35, severe: 0.5 },
  right_turn: { axis: 'y', harsh: -0.35, severe: -0.5 },
};
/** From where a bump is severe, and a collision is one. */
const bumpG = 0.6;
const collisionG = 1.5;

/** The force of an alert; undefined for one without an accelerometer. */
export function forceOf({ alert_type, prediction_label, accel_g }: Pick<Alert, 'alert_type' | 'prediction_label' | 'accel_g'>): Force | undefined {
  if (!accel_g) {
    return undefined;
  }
  const felt = { ...accel_g, z: accel_g.z - 1 };
  const kind = alert_type === 'imualert' ? kinds[prediction_label.replace(/^(harsh|severe)_/, '')] : undefined;
  if (kind) {
    const { axis, ...thresholds } = kind;
    return { axis, g: felt[axis], thresholds };
  }
  const axis = prediction_label === 'severe_bump' ? 'z' : (['x', 'y', 'z'] as const).reduce((most, one) => (Math.abs(felt[one]) > Math.abs(felt[most]) ? one : most));
  const from = prediction_label === 'severe_bump' ? bumpG : alert_type === 'collision' ? collisionG : undefined;
  return { axis, g: felt[axis], ...(from === undefined ? {} : { thresholds: { severe: Math.sign(felt[axis]) * from } }) };
}
