import { fireEvent, render, screen } from '@testing-library/react';
import { navigateToUrl } from 'single-spa';
import { expect, test, vi } from 'vitest';

import { linkTo } from './open-path';

vi.mock('single-spa', () => ({ navigateToUrl: vi.fn() }));

test('a link opens its page here, unless a key asks for another tab', () => {
  const before = vi.fn();
  render(<a {...linkTo('/cloud', before)}>Files</a>);
  const link = screen.getByRole('link', { name: 'Files' });
  expect(link.getAttribute('href')).toBe('/cloud');
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey']) expect(fireEvent.click(link, { [key]: true }), key).toBe(true); // it is the browser's
  expect(navigateToUrl).not.toHaveBeenCalled();
  expect(before).not.toHaveBeenCalled();
  expect(fireEvent.click(link)).toBe(false);
  expect(before).toHaveBeenCalledOnce();
  expect(navigateToUrl).toHaveBeenCalledExactlyOnceWith('/cloud');
});
