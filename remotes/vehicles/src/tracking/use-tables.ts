import { fieldText, manifestText, useFormat, type Format, type TrackingTable } from '@outrider/sdk';
import { useContributions } from '@outrider/sdk/contributions';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';

import { getRows } from './api';

/** One row of a table that a plugin contributes. */
export interface TableRow {
  key: string;
  /** Unix milliseconds; NaN where the row has no time. */
  atMs: number;
  /** In the order of the table's shown columns. */
  texts: string[];
  lat: number | undefined;
  lng: number | undefined;
}

/** A table that a plugin contributes, with its rows. */
export interface ContributedTable {
  id: string;
  title: string;
  icon: string | undefined;
  /** Of the columns that have a text; `isNumber` ones stand at the right. */
  heads: { label: string; isNumber: boolean }[];
  /** Whether its rows are alerts. */
  isAlerts: boolean;
  state: 'pending' | 'failed' | 'loaded';
  error: unknown;
  retry: () => void;
  rows: TableRow[];
}

/** Kinds of ids, which say nothing to a reader. */
const ids = new Set(['vehicle', 'driver', 'group', 'alert']);
const numbers = new Set(['speed', 'distance', 'duration', 'number', 'percent', 'volume', 'energy', 'temperature']);

/** The tables of all plugins about one vehicle and range; none until the range is known. */
export function useTables(vehicleId: string, span: { fromMs: number; toMs: number; zone: string } | undefined): ContributedTable[] {
  const format = useFormat();
  const tables = useContributions().data?.tracking_tables ?? none;
  const answers = useQueries({
    queries: tables.map(({ operation }) => ({
      queryKey: ['tracking-table', operation, vehicleId, span?.fromMs, span?.toMs],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        getRows(operation, { vehicle_ids: [vehicleId], from: new Date(span?.fromMs ?? 0).toISOString(), to: new Date(span?.toMs ?? 0).toISOString(), zone: span?.zone ?? 'UTC' }, signal),
      enabled: span !== undefined,
      staleTime: 60_000,
      retry: false,
    })),
    combine,
  });
  const zone = span?.zone;
  const isDays = span !== undefined && span.toMs - span.fromMs > longDayMs; // a time alone says too little
  return useMemo(
    () =>
      tables.map((table, index) => {
        const answer = answers[index];
        return {
          id: table.id,
          title: manifestText(table.title),
          icon: table.icon,
          heads: table.columns.filter(({ kind, hidden }) => !ids.has(kind) && !hidden).map(({ label, kind }) => ({ label: manifestText(label), isNumber: numbers.has(kind) })),
          isAlerts: table.columns.some(({ kind }) => kind === 'alert'),
          state: answer?.isError ? ('failed' as const) : answer?.data ? ('loaded' as const) : ('pending' as const),
          error: answer?.error,
          retry: () => void answer?.refetch(),
          rows: (answer?.data ?? []).map((values, row) => rowOf(table, values, row, (at, of) => (isDays ? format.dateTime(at, of) : format.timeWithSeconds(at, of)), format, zone)),
        };
      }),
    [tables, answers, format, zone, isDays],
  );
}

const none: TrackingTable[] = [];
const longDayMs = 25 * 3_600_000;

interface Answer {
  data: unknown[][] | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

const combine = (all: Answer[]) => all.map(({ data, isError, error, refetch }) => ({ data, isError, error, refetch }));

function rowOf(table: TrackingTable, values: unknown[], row: number, when: Format['timeWithSeconds'], format: Format, zone: string | undefined): TableRow {
  const texts: string[] = [];
  let atMs = Number.NaN;
  let where: { lat?: unknown; lng?: unknown } = {};
  table.columns.forEach((column, index) => {
    const value = values[index];
    if (column.kind === 'time' && Number.isNaN(atMs) && typeof value === 'string') atMs = Date.parse(value);
    if (column.kind === 'place' && typeof value === 'object' && value !== null) where = value;
    if (ids.has(column.kind) || column.hidden) return;
    texts.push((column.kind === 'time' && typeof value === 'string' ? when(value, zone) : fieldText(format, column, value, zone)) ?? '–');
  });
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return { key: `${row}`, atMs, texts, lat: number(where.lat), lng: number(where.lng) };
}
