import { describe, expect, it } from 'vitest';

import type { View } from '../api/report';
import type { ReportColumn } from './report-kind';
import { found, sorted } from './row-order';

const columns = [{ key: 'vehicle', kind: 'vehicle' }, { key: 'far', kind: 'number' }, { key: 'where', kind: 'text' }] as unknown as ReportColumn[];
const view = { rows: [['v1', 10, 'Crewe'], ['v2', 9, null], ['v3', null, 'Chester']], names: { vehicle: { v1: 'Van 10', v2: 'Van 9', v3: 'Car' } } } as unknown as View;
const first = (rows: View['rows']) => rows.map(([vehicle]) => vehicle);

describe('rows', () => {
  it('are found by their names and texts, whatever the case, and not by figures', () => {
    expect(first(found(view, columns, ' VAN '))).toEqual(['v1', 'v2']);
    expect(first(found(view, columns, 'ch'))).toEqual(['v3']);
    expect(found(view, columns, '9').map(([vehicle]) => vehicle)).toEqual(['v2']); // of its name
    expect(found(view, columns, '')).toHaveLength(3);
  });
  it('stand in an order, what is not known last', () => {
    expect(first(sorted(view.rows, view, columns, { key: 'far', falls: false }))).toEqual(['v2', 'v1', 'v3']);
    expect(first(sorted(view.rows, view, columns, { key: 'far', falls: true }))).toEqual(['v1', 'v2', 'v3']);
    expect(first(sorted(view.rows, view, columns, { key: 'vehicle', falls: false }))).toEqual(['v3', 'v2', 'v1']);
  });
});
