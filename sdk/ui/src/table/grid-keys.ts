import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

/** What keys do beyond moving; row 0 is the first below the head. */
export interface GridCommands {
  open?: (row: number) => void;
  toggle?: (row: number) => void;
  menu?: (row: number, cell: HTMLElement) => void;
}

const widgets = 'button, a[href], input, select';

/**
 * Moves the focus within a grid by arrows, Home, End, PageUp and PageDown; only one of its cells is a stop of the Tab key. A cell that
 * holds a control gives the focus to it. Enter opens a row, Space selects it, Shift-F10 shows its menu. `drawn` is what rows and cells are made of:
 * while it is the same, so are they.
 */
export function useGridKeys(grid: RefObject<HTMLElement | null>, commands: GridCommands, drawn: readonly unknown[]) {
  const active = useRef({ row: 0, cell: 0 });
  const latest = useRef(commands);
  latest.current = commands;

  const settle = () => {
    const rows = rowsOf(grid.current);
    const row = rows[Math.min(active.current.row, rows.length - 1)];
    const cells = cellsOf(row);
    const stop = targetOf(cells[Math.min(active.current.cell, cells.length - 1)]);
    grid.current?.querySelectorAll<HTMLElement>(`[tabindex="0"], :is(${widgets}):not([tabindex="-1"])`).forEach((one) => {
      if (one !== stop) {
        one.tabIndex = -1;
      }
    });
    if (stop) {
      stop.tabIndex = 0;
    }
    return stop;
  };

  // eslint-disable-next-line react-hooks/exhaustive-deps -- it looks at every cell: not while only the page around them changes
  useLayoutEffect(() => void settle(), drawn);

  const onFocus = ({ target }: { target: EventTarget }) => {
    const cell = (target as HTMLElement).closest<HTMLElement>('[data-cell]');
    const row = cell?.closest<HTMLElement>('[role="row"]');
    if (cell && row) {
      active.current = { row: rowsOf(grid.current).indexOf(row), cell: cellsOf(row).indexOf(cell) };
      settle();
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const rows = rowsOf(grid.current);
    const next = moved(event, active.current, rows.length - 1, cellsOf(rows[active.current.row]).length - 1, pageOf(grid.current));
    if (next) {
      event.preventDefault();
      active.current = next;
      const stop = settle();
      stop?.focus();
      stop?.closest('[role="row"]')?.scrollIntoView?.({ block: 'nearest' });
    } else if (command(event, active.current.row - 1, latest.current)) {
      event.preventDefault();
    }
  };

  return { onFocus, onKeyDown };
}

interface Place {
  row: number;
  cell: number;
}

function moved(event: KeyboardEvent, { row, cell }: Place, lastRow: number, lastCell: number, page: number): Place | undefined {
  const whole = event.ctrlKey || event.metaKey;
  if (event.altKey) {
    return undefined;
  }
  switch (event.key) {
    case 'ArrowDown':
      return { row: Math.min(row + 1, lastRow), cell };
    case 'ArrowUp':
      return { row: Math.max(row - 1, 0), cell };
    case 'ArrowRight':
      return { row, cell: Math.min(cell + 1, lastCell) };
    case 'ArrowLeft':
      return { row, cell: Math.max(cell - 1, 0) };
    case 'Home':
      return { row: whole ? 0 : row, cell: 0 };
    case 'End':
      return { row: whole ? lastRow : row, cell: lastCell };
    case 'PageDown':
      return { row: Math.min(row + page, lastRow), cell };
    case 'PageUp':
      return { row: Math.max(row - page, Math.min(row, 1)), cell };
    default:
      return undefined;
  }
}

/** Runs what a key means on a row; on a control in a cell Enter and Space are the control's own. */
function command(event: KeyboardEvent<HTMLElement>, row: number, { open, toggle, menu }: GridCommands): boolean {
  const target = event.target as HTMLElement;
  if (row < 0) {
    return false;
  }
  if (menu && (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))) {
    menu(row, target);
    return true;
  }
  if (target.matches(widgets)) {
    return false;
  }
  if (event.key === 'Enter' && open) {
    open(row);
    return true;
  }
  if (event.key === ' ' && toggle) {
    toggle(row);
    return true;
  }
  return false;
}

function rowsOf(grid: HTMLElement | null): HTMLElement[] {
  return grid ? [...grid.querySelectorAll<HTMLElement>('[role="row"]')] : [];
}

function cellsOf(row: HTMLElement | undefined): HTMLElement[] {
  return row ? [...row.querySelectorAll<HTMLElement>('[data-cell]')] : [];
}

function targetOf(cell: HTMLElement | undefined): HTMLElement | undefined {
  return cell?.querySelector<HTMLElement>(widgets) ?? cell;
}

/** As many rows as are in view. */
function pageOf(grid: HTMLElement | null): number {
  const row = rowsOf(grid)[1]?.offsetHeight ?? 0;
  const view = grid?.parentElement?.clientHeight ?? 0;
  return row > 0 ? Math.max(1, Math.floor(view / row) - 1) : 10;
}
