import { expect, it } from 'vitest';

import { textsOf } from './i18n';

it('takes the keys of its catalogue alone, where the compiler knows them', () => {
  const t = textsOf('sdk');
  expect(t('state.loadFailed')).not.toBe('state.loadFailed');
  // @ts-expect-error -- there is no such text
  expect(t('state.noSuchText')).toContain('noSuchText');
});
