import type { Group } from '../api/tree';

/** A line of the tree. */
export interface GroupLine {
  group: Group;
  /** From 1. */
  level: number;
  /** Undefined for a group without groups. */
  expanded: boolean | undefined;
  /** Whether the group itself matches what was typed, not only one below it. */
  matches: boolean;
}

/** The lines that are shown: what is open, or, while something is typed, what matches it and the way there. */
export function visibleGroups(root: Group, closed: ReadonlySet<string>, typed: string): GroupLine[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const walk = (group: Group, level: number): GroupLine[] => {
    const matches = wanted === '' || group.label.toLocaleLowerCase().includes(wanted);
    const isOpen = wanted !== '' || !closed.has(group.id);
    const below = isOpen ? group.groups.flatMap((one) => walk(one, level + 1)) : [];
    if (!matches && below.length === 0) {
      return [];
    }
    return [{ group, level, expanded: group.groups.length > 0 ? isOpen : undefined, matches }, ...below];
  };
  return walk(root, 1);
}
