import { Icon, useFormat, useText } from '@outrider/sdk';
import { useRef, useState, type KeyboardEvent } from 'react';

import type { Group } from '../api/tree';
import type { GroupLine } from './visible-groups';

interface GroupLinesProps {
  lines: GroupLine[];
  chosenId: string;
  onChoose: (group: Group) => void;
  onToggle: (id: string) => void;
}

/** The lines of the tree; arrow keys move, open and close, Enter chooses. */
export function GroupLines({ lines, chosenId, onChoose, onToggle }: GroupLinesProps) {
  const t = useText('users');
  const format = useFormat();
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(chosenId);
  const at = Math.max(0, lines.findIndex(({ group }) => group.id === current));

  const go = (index: number) => {
    const next = lines[Math.min(lines.length - 1, Math.max(0, index))];
    if (next) {
      setCurrent(next.group.id);
      list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(next.group.id)}"]`)?.focus();
    }
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
    }
  };

  return (
    <div className="groups-tree" role="tree" aria-label={t('groups.title')} ref={list}>
      {lines.map((line, index) => {
        const { group, level, expanded, matches } = line;
        const isChosen = group.id === chosenId;
        return (
          <div
            key={group.id}
            data-id={group.id}
            role="treeitem"
            aria-level={level}
            aria-selected={isChosen}
            {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
            tabIndex={index === at ? 0 : -1}
            className={['group-line', isChosen && 'on', !matches && 'way'].filter(Boolean).join(' ')}
            style={{ paddingLeft: 8 + (level - 1) * 20 }}
            onClick={() => onChoose(group)}
            onFocus={() => setCurrent(group.id)}
            onKeyDown={(event) => press(event, line)}
          >
            <Toggle expanded={expanded} onToggle={() => onToggle(group.id)} />
            <span className="ell grow">{group.label}</span>
            <span className="t2 num s12">{t('groups.vehicles', { count: group.vehicles, number: format.number(group.vehicles) })}</span>
            {isChosen ? <Icon name="check" small /> : null}
          </div>
        );
      })}
    </div>
  );
}

/** Opens and closes with the mouse; the keyboard does so from the line. */
function Toggle({ expanded, onToggle }: { expanded: boolean | undefined; onToggle: () => void }) {
  if (expanded === undefined) {
    return <span className="group-toggle" />;
  }
  return (
    <span
      className="group-toggle"
      aria-hidden="true"
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      <Icon name={expanded ? 'chevron-down' : 'chevron-right'} small />
    </span>
  );
}
