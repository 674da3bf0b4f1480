import type { ReportType } from '@outrider/sdk';

/** A report as its plugin's manifest declares it. */
export type ReportKind = ReportType;
/** One column of it. */
export type ReportColumn = ReportKind['columns'][number];

const right = new Set(['number', 'percent', 'duration', 'distance', 'speed', 'volume', 'energy', 'temperature']);

/** Whether values of a kind stand right, and come the largest first. */
export const isNumeric = (kind: string): boolean => right.has(kind);

/** Whether a total is a plain number, whatever its column shows. */
export const isCount = ({ of }: { of: string }): boolean => of === 'count' || of === 'distinct';
