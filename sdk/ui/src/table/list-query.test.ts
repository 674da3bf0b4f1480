import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { filterOps, filterText, listParameters, parseFilter, parseSort, sortText } from './list-query';
import { defaultsOf, readState, writeState } from './table-state';

const filter = fc.oneof(
  fc.record({ field: fc.stringMatching(/^[a-z_]{1,9}$/), op: fc.constantFrom(...filterOps.filter((op) => op !== 'in')), values: fc.tuple(fc.string()) }),
  fc.record({ field: fc.stringMatching(/^[a-z_]{1,9}$/), op: fc.constant('in' as const), values: fc.array(fc.string(), { minLength: 1, maxLength: 5 }) }),
);
const sort = fc.uniqueArray(fc.record({ field: fc.stringMatching(/^[a-z_]{1,9}$/), falls: fc.boolean() }), { maxLength: 4, selector: ({ field }) => field });

describe('a list query', () => {
  it('comes back from its text, whatever the values hold', () => {
    fc.assert(fc.property(filter, (one) => void expect(parseFilter(filterText(one))).toEqual(one)));
    fc.assert(fc.property(sort, (order) => void expect(parseSort(sortText(order))).toEqual(order)));
  });

  it('comes back from the address, beside what else is there', () => {
    const defaults = defaultsOf('name', true);
    const state = fc.record({
      page: fc.integer({ min: 1, max: 999 }), size: fc.constantFrom(10, 20, 50, 75, 100), sort, q: fc.string(), filters: fc.array(filter, { maxLength: 3 }),
      columns: fc.option(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1 }), { nil: undefined }), view: fc.option(fc.stringMatching(/^[a-z0-9]{8}$/), { nil: undefined }),
    });
    fc.assert(
      fc.property(state, fc.constantFrom('', 'a-'), (one, prefix) => {
        const written = writeState(new URLSearchParams('other=1&page=bad'), one, defaults, prefix);
        expect(written.get('other')).toBe('1');
        expect(readState(new URLSearchParams(written.toString()), defaults, prefix)).toEqual(one);
      }),
    );
  });

  it('takes only what it knows from an address', () => {
    const state = readState(new URLSearchParams('page=-1&size=33&filter=bad&filter=name:like:x&filter=name:eq:y'), defaultsOf('name', true));
    expect(state).toMatchObject({ page: 1, size: 20, filters: [{ field: 'name', op: 'eq', values: ['y'] }] });
  });

  it('is what the API takes', () => {
    expect(listParameters({ page: 2, size: 50, q: ' a ', sort: [{ field: 'at', falls: true }, { field: 'name', falls: false }], filters: [{ field: 'type', op: 'in', values: ['a,b', 'c:d'] }] })).toEqual({
      page_num: 2, page_size: 50, q: 'a', sort: '-at,name', filter: ['type:in:a\\,b,c\\:d'],
    });
  });
});
