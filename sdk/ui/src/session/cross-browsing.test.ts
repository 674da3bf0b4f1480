import { afterEach, describe, expect, it } from 'vitest';

import { clearMark, hasSession, markedOrg } from './cross-browsing';

describe('the mark of a tab', () => {
  afterEach(() => {
    window.name = '';
    document.cookie = 'outrider_session=; max-age=0';
  });

  it('names an organisation, and nothing else', () => {
    expect(markedOrg('orgID=rival')).toBe('rival');
    for (const name of ['', 'rival', 'orgID=', 'orgID=Rival', 'orgID=a/b', 'xorgID=rival', 'orgID=rival&x=1']) {
      expect(markedOrg(name)).toBeUndefined();
    }
  });

  it('is taken off with what the tab remembered', () => {
    window.name = 'orgID=rival';
    sessionStorage.setItem('outrider.org', 'rival');
    clearMark();
    expect(window.name).toBe('');
    expect(sessionStorage.getItem('outrider.org')).toBeNull();
  });

  it('sees whether there is a session by the cookie without a secret', () => {
    expect(hasSession()).toBe(false);
    document.cookie = 'outrider_session=1';
    expect(hasSession()).toBe(true);
  });
});
