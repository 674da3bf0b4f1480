import { describe, expect, it, vi } from 'vitest';

import { Format } from '../units';
import type { TableColumn } from './column';
import { cellsOf, csvOf, xlsxOf } from './export-file';
import { exportMax, ExportTooLarge, readAll } from './export-rows';
import { draftOf, filterOf, filterWords } from './filter-rules';

interface Row {
  name: string;
  speed: number | null;
  at: number;
}

const columns: TableColumn<Row>[] = [
  { id: 'name', label: 'Name', value: ({ name }) => name },
  { id: 'speed', label: 'Speed', kind: 'speed', digits: 1, value: ({ speed }) => speed },
  { id: 'at', label: 'At', kind: 'date-time', value: ({ at }) => at },
];
const words = { yes: 'Yes', no: 'No' };
const british = { format: new Format({ locale: 'en-GB', units: 'Imperial GB', zone: 'Europe/London' }), words };
const german = { format: new Format({ locale: 'de-DE', units: 'Metric', zone: 'Europe/Berlin' }), words };
const at = Date.UTC(2026, 6, 1, 12, 30);

describe('a CSV file', () => {
  it('has the units, numbers and times of its reader', () => {
    expect(csvOf(columns, [{ name: 'A, "B"', speed: 88.5, at }], british)).toBe('\uFEFFName,Speed (mph),At\r\n"A, ""B""",55,"1 Jul 2026, 13:30"\r\n');
    expect(csvOf(columns, [{ name: 'A', speed: 88.55, at }], german)).toContain('A;88,6;01.07.2026, 14:30');
  });

  it.each(['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '\n=1'])('does not let a spreadsheet run %j', (name) => {
    const line = csvOf(columns, [{ name, speed: -5, at }], british).split('Speed (mph),At\r\n')[1] ?? '';
    expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
    expect(line).toContain(',-3.1,');
  });

  it('leaves what is missing empty', () => {
    expect(csvOf(columns, [{ name: '', speed: null, at: Number.NaN }], british)).toContain('\r\n,,');
  });
});

describe('an Excel file', () => {
  it('has numbers as numbers and times as the clock of the organisation', () => {
    expect(cellsOf(columns, [{ name: '=1+1', speed: 88.5, at }], british)[1]).toEqual([
      { value: '=1+1', type: String }, { value: 55, type: Number }, { value: new Date('2026-07-01T13:30:00Z'), type: Date, format: 'yyyy-mm-dd hh:mm:ss' },
    ]);
  });

  it('is a workbook', async () => {
    const blob = await xlsxOf('Vehicles: all', columns, [{ name: 'A', speed: null, at }], british);
    expect(blob.size).toBeGreaterThan(1000);
  });
});

describe('everything that matches', () => {
  const query = { page: 3, size: 20, sort: [], q: 'x', filters: [] };

  it('is read a page after the other', async () => {
    const fetchPage = vi.fn(async ({ page }: { page: number }) => ({ rows: [page * 10, page * 10 + 1], total: 6, pageCount: 3 }));
    const progress = vi.fn();
    expect(await readAll(fetchPage, query, new AbortController().signal, progress)).toEqual([10, 11, 20, 21, 30, 31]);
    expect(fetchPage.mock.calls.map(([asked]) => asked)).toEqual([1, 2, 3].map((page) => ({ ...query, page, size: 500 })));
    expect(progress.mock.calls).toEqual([[2, 6], [4, 6], [6, 6]]);
  });

  it('stops when it is cancelled, and before it is too much', async () => {
    const work = new AbortController();
    const fetchPage = vi.fn(async () => (work.abort(), { rows: [1], total: 9, pageCount: 9 }));
    await expect(readAll(fetchPage, query, work.signal, () => {})).rejects.toThrow();
    expect(fetchPage).toHaveBeenCalledTimes(1);
    await expect(readAll(async () => ({ rows: [1], total: exportMax + 1, pageCount: 9 }), query, new AbortController().signal, () => {})).rejects.toBeInstanceOf(ExportTooLarge);
  });
});

describe('a filter', () => {
  const t = (key: string) => key.split('.').at(-1) ?? '';
  const [, speed, time] = columns as [TableColumn<Row>, TableColumn<Row>, TableColumn<Row>];

  it('is typed in the unit of the user and sent in that of the system', () => {
    const filter = filterOf({ field: 'speed', condition: 'gte', text: '55', chosen: [] }, speed, british.format);
    expect(filter).toEqual({ field: 'speed', op: 'gte', values: ['88.51392'] });
    expect(draftOf(filter ?? { field: '', op: 'eq', values: [] }, speed, british.format).text).toBe('55');
    expect(filterWords(filter ?? { field: '', op: 'eq', values: [] }, speed, british.format, t)).toBe('Speed gte 55 mph');
    expect(filterOf({ field: 'speed', condition: 'gte', text: 'fast', chosen: [] }, speed, british.format)).toBeUndefined();
  });

  it('of a time is the clock of the organisation', () => {
    const filter = filterOf({ field: 'at', condition: 'lt', text: '2026-07-01T13:30', chosen: [] }, time, british.format);
    expect(filter?.values).toEqual(['2026-07-01T12:30:00.000Z']);
    expect(draftOf(filter ?? { field: '', op: 'eq', values: [] }, time, german.format).text).toBe('2026-07-01T14:30');
  });
});
