import { expect, it } from 'vitest';

import { readCsv, readPeople } from './csv';

it.each([
  ['a,b\r\n1,2\r\n', [['a', 'b'], ['1', '2']]],
  ['a;b\n"x;""y"";\nz";2', [['a', 'b'], ['x;"y";\nz', '2']]],
  ['a\tb\n1\t', [['a', 'b'], ['1', '']]],
  ['', []],
])('reads %j', (text, cells) => {
  expect(readCsv(text)).toEqual(cells);
});

it('finds the columns by their names, in any order', () => {
  expect(readPeople('\uFEFFRole,E-mail,Surname\nDriver, ann@demo.test ,Lee\n,,\n')).toEqual([{ email: 'ann@demo.test', first_name: '', last_name: 'Lee', role: 'Driver', group: '' }]);
});

it('finds nobody in a file without addresses', () => {
  expect(readPeople('name,role\nAnn,Driver')).toEqual([]);
});
