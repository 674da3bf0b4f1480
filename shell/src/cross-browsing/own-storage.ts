const mark = /^(orgID|seeAs)=/;
const themeKey = 'outrider.theme';

/**
 * Gives a tab that acts in another organisation, or shows the portal as somebody else, a local storage of its own, which ends with the tab: what it remembers, and what is cleared
 * when the organisation changes, is not the other tabs'. It has to run before anything reads the storage.
 */
export function keepOwnStorage(page: Window & typeof globalThis): void {
  if (!mark.test(page.name)) {
    return;
  }
  const theme = page.localStorage.getItem(themeKey);
  const own = page.sessionStorage;
  if (theme !== null && own.getItem(themeKey) === null) {
    own.setItem(themeKey, theme);
  }
  Object.defineProperty(page, 'localStorage', { value: own, configurable: true });
}
