import { expect, it } from 'vitest';

import { changeText } from './change-text';

it.each([
  [121_703, 116_565, '+4.4%'],
  [98, 100, '-2%'],
  [100, 100, '0%'],
  [5, 0, '–'],
  [null, 4, '–'],
  [4, null, '–'],
  [3000, 100, '+2,900%'],
])('says how %s differs from %s', (now, before, text) => expect(changeText(now, before)).toBe(text));
