/** Names longer than this are cut. */
const longest = 29;
const kept = 27;

/** A name as lists show it: one of over 29 characters is cut to 27 and an ellipsis. */
export function shortName(name: string): string {
  const letters = [...name];
  return letters.length > longest ? `${letters.slice(0, kept).join('')}…` : name;
}

/** The first letters of a name. */
export function initials(name: string): string {
  return name.split(/\s+/).map((word) => [...word][0] ?? '').slice(0, 2).join('').toLocaleUpperCase();
}

/** The combined name. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}
