import { modeKey } from '@outrider/sdk';

const orgKey = 'outrider.org';

/** What the browser remembers belongs to one organisation; another one starts empty, but for the colour mode. */
export function keepStorageOf(orgId: string): void {
  const known = localStorage.getItem(orgKey);
  if (known !== null && known !== orgId) {
    clearStorage();
  }
  localStorage.setItem(orgKey, orgId);
}

/** Forgets everything that the browser remembers, but for the colour mode. */
export function clearStorage(): void {
  const mode = localStorage.getItem(modeKey);
  localStorage.clear();
  if (mode !== null) {
    localStorage.setItem(modeKey, mode);
  }
}
