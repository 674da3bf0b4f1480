import { navigateToUrl } from 'single-spa';

/** Goes to another page of the portal, from a remote. */
export function openPath(path: string): void {
  navigateToUrl(path);
}
