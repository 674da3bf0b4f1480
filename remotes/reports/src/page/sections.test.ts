import { describe, expect, it } from 'vitest';

import type { ReportKind } from './report-kind';
import { sectionsOf } from './sections';

const kind = (id: string, section?: string) => ({ id, ...(section ? { section: { en: section } } : {}) }) as ReportKind;
const idsOf = (types: ReportKind[]) => sectionsOf(types, ({ en = '' }) => en).map(([section, list]) => [section, ...list.map(({ id }) => id)]);

describe('sections of reports', () => {
  it('stand in the order of their first reports, and those without one are last', () => {
    expect(idsOf([kind('events', 'Driving'), kind('own'), kind('mileage', 'Movement'), kind('belts', 'Driving')])).toEqual([['Driving', 'events', 'belts'], ['Movement', 'mileage'], ['', 'own']]);
  });

  it('are none where no report says one', () => {
    expect(idsOf([kind('a'), kind('b')])).toEqual([['', 'a', 'b']]);
    expect(idsOf([])).toEqual([]);
  });
});
