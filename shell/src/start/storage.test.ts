import { describe, expect, it } from 'vitest';

import { clearStorage, keepStorageOf } from './storage';

describe('what the browser remembers', () => {
  it('is kept for the same organisation', () => {
    keepStorageOf('demo');
    localStorage.setItem('outrider.drawer', 'collapsed');
    keepStorageOf('demo');
    expect(localStorage.getItem('outrider.drawer')).toBe('collapsed');
  });

  it('is cleared for another one, but for the colour mode', () => {
    keepStorageOf('demo');
    localStorage.setItem('outrider.drawer', 'collapsed');
    localStorage.setItem('outrider.theme', 'dark');
    keepStorageOf('rival');
    expect(localStorage.getItem('outrider.drawer')).toBeNull();
    expect(localStorage.getItem('outrider.theme')).toBe('dark');
  });

  it('is cleared for whoever signs in next', () => {
    localStorage.setItem('outrider.drawer', 'collapsed');
    localStorage.setItem('outrider.theme', 'dark');
    clearStorage();
    expect({ ...localStorage }).toEqual({ 'outrider.theme': 'dark' });
  });
});
