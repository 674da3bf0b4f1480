import { Icon, useFormat, useText } from '@outrider/sdk';
import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react';

import type { Group } from '../api/tree';
import type { GroupLine } from './visible-groups';
import { lineHeight, useWindow } from './use-window';

/** What is dragged onto a group. */
export interface Dragged {
  kind: 'group' | 'vehicles' | 'user';
  ids: string[];
}

const dragType = 'application/x-outrider-people';

/** Begins to drag things; what they are is read by {@link EditTree} where they are dropped. */
export function drag(event: DragEvent, dragged: Dragged): void {
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData(dragType, JSON.stringify(dragged));
}

interface EditTreeProps {
  lines: GroupLine[];
  /** How many users each group has, with those below it. */
  users: ReadonlyMap<string, number>;
  chosenId: string;
  onChoose: (group: Group) => void;
  onToggle: (id: string) => void;
  onDrop: (dragged: Dragged, target: Group) => void;
  /** Keys beside the arrows: m, F2, Delete. */
  onKey: (key: string, group: Group) => boolean;
  movable: boolean;
}

/** The groups as lines that are chosen, dragged and dropped on; arrows move, open and close. */
export function EditTree({ lines, users, chosenId, onChoose, onToggle, onDrop, onKey, movable }: EditTreeProps) {
  const t = useText('users');
  const format = useFormat();
  const list = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState<string>();
  const shown = useWindow(lines.length);
  const at = Math.max(0, lines.findIndex(({ group }) => group.id === chosenId));

  const go = (index: number) => {
    const next = lines[Math.min(lines.length - 1, Math.max(0, index))];
    const box = list.current;
    if (!next || !box) {
      return;
    }
    const top = lines.indexOf(next) * lineHeight;
    if (top < box.scrollTop || top + lineHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = Math.max(0, top - box.clientHeight / 2);
    }
    onChoose(next.group);
    requestAnimationFrame(() => box.querySelector<HTMLElement>(`[data-id="${CSS.escape(next.group.id)}"]`)?.focus());
  };
  const press = (event: KeyboardEvent, { group, expanded, level }: GroupLine) => {
    const parent = lines.findLastIndex((line, index) => index < at && line.level < level);
    const act: Record<string, (() => void) | undefined> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(lines.length - 1),
      ArrowRight: () => (expanded === false ? onToggle(group.id) : go(at + 1)),
      ArrowLeft: () => (expanded ? onToggle(group.id) : go(parent)),
      Enter: () => onChoose(group),
      ' ': () => onChoose(group),
    };
    if (act[event.key]) {
      event.preventDefault();
      act[event.key]?.();
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && onKey(event.key, group)) {
      event.preventDefault();
    }
  };
  const drop = (event: DragEvent, group: Group) => {
    event.preventDefault();
    setOver(undefined);
    const dragged = readDragged(event.dataTransfer.getData(dragType));
    if (dragged) {
      onDrop(dragged, group);
    }
  };

  return (
    <div className="edit-tree" role="tree" aria-label={t('groups.title')} ref={list} onScroll={shown.onScroll}>
      <div role="none" style={{ height: shown.before }} />
      {lines.slice(shown.first, shown.last).map((line, index) => {
        const { group, level, expanded, matches } = line;
        const isChosen = group.id === chosenId;
        return (
          <div
            key={group.id}
            data-id={group.id}
            role="treeitem"
            aria-level={level}
            aria-selected={isChosen}
            aria-setsize={lines.length}
            aria-posinset={shown.first + index + 1}
            {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
            tabIndex={isChosen ? 0 : -1}
            className={['group-line', isChosen && 'on', !matches && 'way', over === group.id && 'over'].filter(Boolean).join(' ')}
            style={{ paddingLeft: 8 + (level - 1) * 16 }}
            draggable={movable && level > 1}
            onDragStart={(event) => drag(event, { kind: 'group', ids: [group.id] })}
            onDragOver={(event) => {
              if (event.dataTransfer.types.includes(dragType)) {
                event.preventDefault();
                setOver(group.id);
              }
            }}
            onDragLeave={() => setOver((before) => (before === group.id ? undefined : before))}
            onDrop={(event) => drop(event, group)}
            onClick={() => onChoose(group)}
            onKeyDown={(event) => press(event, line)}
          >
            <span
              className="group-toggle"
              aria-hidden="true"
              onClick={(event) => {
                event.stopPropagation();
                onToggle(group.id);
              }}
            >
              {expanded === undefined ? null : <Icon name={expanded ? 'chevron-down' : 'chevron-right'} small />}
            </span>
            <span className="ell grow">{group.label}</span>
            <Count icon="users" title={t('groups.people', { count: users.get(group.id) ?? 0, number: format.number(users.get(group.id) ?? 0) })} value={format.number(users.get(group.id) ?? 0)} />
            <Count icon="vehicles" title={t('groups.vehicles', { count: group.vehicles, number: format.number(group.vehicles) })} value={format.number(group.vehicles)} />
          </div>
        );
      })}
      <div role="none" style={{ height: shown.after }} />
    </div>
  );
}

function Count({ icon, title, value }: { icon: 'users' | 'vehicles'; title: string; value: string }) {
  return (
    <span className="group-count t2 num s12" title={title}>
      <Icon name={icon} small />
      {value}
    </span>
  );
}

function readDragged(text: string): Dragged | undefined {
  try {
    const { kind, ids } = JSON.parse(text) as Partial<Dragged>;
    return kind && Array.isArray(ids) ? { kind, ids } : undefined;
  } catch {
    return undefined; // something else was dropped
  }
}
