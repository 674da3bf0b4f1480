import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';

import { useSearchParams } from './search-params';

test('a change begins from the address, not from what was drawn', () => {
  const { result } = renderHook(() => useSearchParams(), { wrapper: ({ children }) => <MemoryRouter initialEntries={['/list?page=2']}>{children}</MemoryRouter> });
  const [, setDrawn] = result.current;
  const set = (name: string, value: string) => setDrawn((before) => new URLSearchParams([...before, [name, value]]));
  act(() => {
    set('unread', '1');
    set('alert', 'a1'); // before the first is drawn
  });
  expect(result.current[0].toString()).toBe('page=2&unread=1&alert=a1');
});
