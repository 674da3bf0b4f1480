import { afterEach, describe, expect, it } from 'vitest';

import { keepOwnStorage } from './own-storage';

describe('the storage of a tab that acts elsewhere', () => {
  const shared = window.localStorage;
  afterEach(() => {
    window.name = '';
    Object.defineProperty(window, 'localStorage', { value: shared, configurable: true });
    sessionStorage.clear();
    shared.clear();
  });

  it('is its own, but for the colour mode that it begins with', () => {
    shared.setItem('outrider.theme', 'dark');
    shared.setItem('outrider.drawer', 'collapsed');
    window.name = 'orgID=rival';
    keepOwnStorage(window);
    expect(window.localStorage.getItem('outrider.theme')).toBe('dark');
    window.localStorage.clear();
    expect(shared.getItem('outrider.drawer')).toBe('collapsed');
  });

  it('is everybody’s in a tab without a mark', () => {
    keepOwnStorage(window);
    expect(window.localStorage).toBe(shared);
  });
});
