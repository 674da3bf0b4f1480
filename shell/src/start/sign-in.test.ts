import { queryClient } from '@outrider/sdk';
import { expect, test, vi } from 'vitest';

import { goToSignIn } from './sign-in';

test('who leaves leaves nothing of what was read', () => {
  const replace = vi.fn();
  vi.stubGlobal('location', { ...location, replace, pathname: '/map-view', search: '' });
  queryClient.setQueryData(['provider-list'], 'known');
  goToSignIn('failed');
  vi.unstubAllGlobals();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(replace).toHaveBeenCalledWith('/sign-in?next=%2Fmap-view&reason=failed');
});
