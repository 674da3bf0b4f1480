import { allows, type NavigationEntry, type ShellInfo } from '@outrider/sdk';

/** One line of the drawer. */
export interface Entry {
  id: string;
  path: string;
  icon: string;
  order: number;
  label: Record<string, string>;
  /** False shows it disabled, with the reason. */
  isAllowed: boolean;
  children: Entry[];
}

/** Entries that belong together; a line divides them. Orders are the manifests'. */
export const dividers = [45, 85, 95, 150] as const;

/** The lines of the drawer in their order: Home, then what manifests bring; an entry with a `group` is indented below it. */
export function entriesOf({ plugins, session }: Pick<ShellInfo, 'plugins' | 'session'>, home: Record<string, string>): Entry[] {
  const all = visible(plugins.flatMap(({ remote }) => remote?.navigation ?? []), session.permissions);
  const toEntry = (one: NavigationEntry): Entry => ({
    ...one,
    isAllowed: allows(session.permissions, one.permission),
    children: all.filter(({ group }) => group === one.id).map(toEntry).sort(byOrder),
  });
  const known = new Set(all.map(({ id }) => id));
  const top = all.filter(({ group }) => group === undefined || !known.has(group)).map(toEntry);
  const homeEntry: Entry = { id: 'home', path: '/', icon: 'home', order: 10, label: home, isAllowed: true, children: [] };
  return [homeEntry, ...top].sort(byOrder);
}

/** Without what is hidden from this user: entries that say so, and a hidden group without entries. */
function visible(all: NavigationEntry[], permissions: ShellInfo['session']['permissions']): NavigationEntry[] {
  const shown = all.filter(({ hidden, permission }) => !hidden || allows(permissions, permission));
  return shown.filter(({ id, hidden, permission }) => !hidden || permission !== undefined || shown.some(({ group }) => group === id));
}

/** Splits the lines where a divider stands between their orders. */
export function sectionsOf(entries: Entry[]): Entry[][] {
  const sectionOf = ({ order }: Entry) => dividers.filter((divider) => order > divider).length;
  return [0, 1, 2, 3, 4].map((section) => entries.filter((entry) => sectionOf(entry) === section)).filter((section) => section.length > 0);
}

/** Says where a word may be broken; it takes no room. */
const softHyphen = '\u00ad';

/** The size of a label, in pixels: it shrinks so that a long one still fits. */
export function labelSize(label: string): number {
  const { length } = label.replaceAll(softHyphen, '');
  if (length < 20) {
    return 14;
  }
  if (length < 30) {
    return 11;
  }
  return length < 40 ? 10 : 8;
}

/** What a badge says; above 999 the exact number helps nobody. */
export function badgeText(count: number): string {
  return count > 999 ? '999+' : String(count);
}

function byOrder(a: Entry, b: Entry): number {
  return a.order - b.order;
}
