/** The page's loader is gone after this long, whatever happens; in milliseconds. */
export const longestLoaderMs = 10_000;

/** Takes the loader away. */
export function hideLoader(): void {
  document.getElementById('loader')?.remove();
}
