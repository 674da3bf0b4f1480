import { availableParallelism, loadavg } from 'node:os';

/** Whether this machine has time: how soon something reaches a browser is judged only then. */
export const machineIsIdle = (): boolean => (loadavg()[0] ?? 0) < availableParallelism();
