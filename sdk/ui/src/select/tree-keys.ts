import type { TreeLine } from './fleet-tree';

/** What a key does in the tree. */
export type TreeStep = { move: number } | { open: TreeLine } | { close: TreeLine } | { choose: TreeLine } | undefined;

/** The meaning of a key on line `at`, as trees behave everywhere. */
export function treeStep(key: string, lines: TreeLine[], at: number, page: number): TreeStep {
  const line = lines[at];
  if (!line) {
    return undefined;
  }
  const last = lines.length - 1;
  switch (key) {
    case 'ArrowDown':
      return { move: Math.min(at + 1, last) };
    case 'ArrowUp':
      return { move: Math.max(at - 1, 0) };
    case 'Home':
      return { move: 0 };
    case 'End':
      return { move: last };
    case 'PageDown':
      return { move: Math.min(at + page, last) };
    case 'PageUp':
      return { move: Math.max(at - page, 0) };
    case 'ArrowRight':
      return line.kind === 'vehicle' ? undefined : line.isOpen ? { move: Math.min(at + 1, last) } : { open: line };
    case 'ArrowLeft':
      return line.isOpen ? { close: line } : { move: Math.max(line.parent, 0) };
    case ' ':
    case 'Enter':
      return { choose: line };
    default:
      return undefined;
  }
}
