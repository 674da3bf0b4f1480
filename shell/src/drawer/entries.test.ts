import { aShellInfo } from '@outrider/sdk/testing';
import { describe, expect, it } from 'vitest';

import { badgeText, entriesOf, labelSize, sectionsOf } from './entries';

const label = (en: string) => ({ en });
const navigation = [
  { id: 'files', path: '/cloud', icon: 'files', order: 100, permission: 'listFilesets', label: label('Files') },
  { id: 'map', path: '/map-view', icon: 'map', order: 50, permission: 'getVehiclePresence', label: label('Map') },
  { id: 'reports', path: '/reports', icon: 'reports', order: 90, label: label('Reports') },
  { id: 'scheduled', path: '/scheduled-reports', icon: 'reports', order: 2, group: 'reports', permission: 'scheduleReports', label: label('Scheduled reports') },
  { id: 'on-demand', path: '/reports', icon: 'reports', order: 1, group: 'reports', label: label('On demand') },
];

describe('the drawer', () => {
  const entries = entriesOf(aShellInfo({ granted: ['getVehiclePresence'], remotes: [{ navigation }] }), label('Home'));

  it('has Home first and the rest in the order of the manifests', () => {
    expect(entries.map(({ id }) => id)).toEqual(['home', 'map', 'reports', 'files']);
  });

  it('indents entries below their group', () => {
    expect(entries[2]?.children.map(({ id }) => id)).toEqual(['on-demand', 'scheduled']);
  });

  it('keeps what the user may not use, but disabled', () => {
    expect(entries.map(({ id, isAllowed }) => [id, isAllowed])).toEqual([['home', true], ['map', true], ['reports', true], ['files', false]]);
    expect(entries[2]?.children.map(({ isAllowed }) => isAllowed)).toEqual([true, false]);
  });

  it('divides alerts, vehicles, reports and files by lines', () => {
    expect(sectionsOf(entries).map((section) => section.map(({ id }) => id))).toEqual([['home'], ['map'], ['reports'], ['files']]);
  });
});

describe('a label', () => {
  it.each([[19, 14], [20, 11], [29, 11], [30, 10], [39, 10], [40, 8]])('of %s characters is %s px', (length, size) => {
    expect(labelSize('x'.repeat(length))).toBe(size);
  });

  it('keeps its size where a word may be broken', () => {
    expect(labelSize('Tempo\u00adüberschreitung')).toBe(14);
  });
});

describe('a badge', () => {
  it.each([[1, '1'], [999, '999'], [1000, '999+'], [120_000, '999+']])('of %s says %s', (count, text) => {
    expect(badgeText(count)).toBe(text);
  });
});
