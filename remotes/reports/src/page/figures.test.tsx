import { addMessages } from '@outrider/sdk';
import { renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';

import en from '../../locales/en.json';
import type { View } from '../api/report';
import { Figures } from './figures';
import type { ReportKind } from './report-kind';

const column = (key: string, kind: string, label: string) => ({ key, kind, label: { en: label } });
const type = {
  columns: [column('vehicle', 'vehicle', 'Vehicle'), column('distance', 'distance', 'Distance')], group_by: [], order_by: [],
  totals: [{ column: 'distance', of: 'sum' }, { column: 'vehicle', of: 'distinct', label: { en: 'Vehicles driven' } }],
} as unknown as ReportKind;
const view: View = {
  rows: [], total_rows: 42, more: false, totals: [16093.44, 41], groups: [], dropped: false, names: {}, made_at: '', took_ms: 1, chart: [], chart_parts: [], chart_step: 'day',
};

beforeEach(() => addMessages('reports', async () => en));

it('counts different values as a plain number, by its own name, beside that of the time before', async () => {
  renderInRemote(<Figures type={type} view={view} before={{ total_rows: 42, totals: [16093.44, 40], groups: [] }} />);
  expect(await screen.findByText('+2.5% from 40', {}, { timeout: 30_000 })).toBeInTheDocument();
  const name = screen.getByText('Vehicles driven');
  expect(name.parentElement).toHaveTextContent('Vehicles driven41+2.5% from 40');
});
