import type { IconName } from '@outrider/sdk';

/** The four kinds that hardware is shown by. */
export const faultKinds = ['camera', 'storage', 'gps', 'network'] as const;

/** One of {@link faultKinds}. */
export type FaultKind = (typeof faultKinds)[number];

/** The types of faults that devices report, and that of a clock, which the server measures. */
export const faultTypes = ['camera', 'recording', 'storage', 'gps', 'status', 'network', 'clock'] as const;

/** The words of a fault's status that are known; devices may write others. */
export const faultStatuses = ['error', 'warning', 'weak', 'lost', 'stopped'] as const;

const kindOfType: Record<string, FaultKind> = { camera: 'camera', recording: 'camera', storage: 'storage', gps: 'gps', status: 'network', network: 'network', clock: 'gps' };

/** The kind that a type of fault is shown as: recording is the cameras', status the network's, the clock the receiver's, which sets it. */
export function kindOf(type: string): FaultKind {
  return kindOfType[type] ?? 'network';
}

/** The icon of a type of fault. */
export function faultIcon(type: string): IconName {
  return kindOf(type);
}
