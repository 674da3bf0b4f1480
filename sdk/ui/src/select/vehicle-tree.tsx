import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';

import { useText } from '../i18n';
import { Icon } from '../icons';
import { useFormat } from '../units';
import type { TreeLine } from './fleet-tree';
import { treeStep } from './tree-keys';

/** What can be chosen: any number of vehicles (a group stands for all of its own), one vehicle, or one group. */
export type SelectMode = 'vehicles' | 'vehicle' | 'group';

interface VehicleTreeProps {
  lines: TreeLine[];
  mode: SelectMode;
  /** Vehicle ids, or the one group's. */
  chosen: ReadonlySet<string>;
  onToggleOpen: (line: TreeLine) => void;
  onChoose: (line: TreeLine) => void;
}

const rowPx = 36;
const pageRows = 10;

/** The tree: only the lines in view exist, so that ten thousand vehicles are as light as ten. */
export function VehicleTree({ lines, mode, chosen, onToggleOpen, onChoose }: VehicleTreeProps) {
  const t = useText();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string>();
  const at = Math.max(0, lines.findIndex(({ key }) => key === activeKey));
  // The virtualizer's functions are used in this component alone.
  // eslint-disable-next-line react-hooks/incompatible-library
  const list = useVirtualizer({ count: lines.length, getScrollElement: () => box.current, estimateSize: () => rowPx, overscan: 8 });
  useEffect(() => {
    if (activeKey !== undefined) {
      list.scrollToIndex(at, { align: 'auto' });
    }
  }, [list, at, activeKey]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = treeStep(event.key, lines, at, pageRows);
    if (!step) {
      return;
    }
    event.preventDefault();
    if ('move' in step) {
      setActiveKey(lines[step.move]?.key);
    } else if ('choose' in step) {
      onChoose(step.choose);
    } else {
      onToggleOpen('open' in step ? step.open : step.close);
    }
  };
  const items = list.getVirtualItems();
  const isDrawn = items.some(({ index }) => index === at);
  return (
    <div
      ref={box}
      className="vtree"
      role="tree"
      tabIndex={0}
      aria-label={t('select.tree')}
      aria-multiselectable={mode === 'vehicles'}
      {...(isDrawn ? { 'aria-activedescendant': `${id}-${at}` } : {})}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: list.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start }) => {
          const line = lines[index];
          return line ? (
            <Line
              key={line.key}
              id={`${id}-${index}`}
              line={line}
              top={start}
              mode={mode}
              chosen={chosen}
              isActive={index === at}
              onToggleOpen={() => onToggleOpen(line)}
              onChoose={() => {
                setActiveKey(line.key);
                onChoose(line);
              }}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

interface LineProps {
  id: string;
  line: TreeLine;
  top: number;
  mode: SelectMode;
  chosen: ReadonlySet<string>;
  isActive: boolean;
  onToggleOpen: () => void;
  onChoose: () => void;
}

/** The state of a line's tick. */
export function tickOf(line: TreeLine, chosen: ReadonlySet<string>): 'all' | 'some' | 'none' {
  const count = line.vehicles.reduce((sum, vehicle) => sum + (chosen.has(vehicle) ? 1 : 0), 0);
  return count === 0 ? 'none' : count === line.vehicles.length ? 'all' : 'some';
}

function Line({ id, line, top, mode, chosen, isActive, onToggleOpen, onChoose }: LineProps) {
  const { kind, label, level, place, siblings, isOpen, vehicles } = line;
  const t = useText();
  const format = useFormat();
  const isMany = mode === 'vehicles';
  const tick = isMany ? tickOf(line, chosen) : chosen.has(line.id) && kind === mode ? 'all' : 'none';
  const isInert = (mode === 'vehicle' && kind === 'group') || (mode === 'group' && kind === 'vehicle') || (isMany && vehicles.length === 0);
  const count = tick === 'some' ? t('select.partial', { chosen: format.number(vehicles.filter((one) => chosen.has(one)).length), all: format.number(vehicles.length) }) : format.number(vehicles.length);
  return (
    // Focus and keys of the lines are the tree's: see tree-keys.ts.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="treeitem"
      className={`vtree-line${isActive ? ' active' : ''}${tick === 'all' ? ' on' : ''}`}
      style={{ top, paddingLeft: 8 + (level - 1) * 20 }}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-selected={tick === 'all'}
      {...(isMany ? { 'aria-checked': tick === 'some' ? ('mixed' as const) : tick === 'all' } : {})}
      {...(kind === 'group' ? { 'aria-expanded': isOpen, 'aria-label': `${label}, ${t('select.vehicles', { count: vehicles.length, formatted: count })}` } : { 'aria-label': label })}
      onClick={isInert ? onToggleOpen : onChoose}
    >
      {kind === 'group' ? (
        // Arrow keys open and close; this is for the pointer.
        <span className={isOpen ? 'vtree-open on' : 'vtree-open'} aria-hidden="true" onClick={(event) => (event.stopPropagation(), onToggleOpen())}>
          <Icon name="chevron-right" small />
        </span>
      ) : (
        <span className="vtree-open" />
      )}
      {isMany ? (
        <span className={tick === 'none' ? 'check' : 'check on'} aria-hidden="true">
          {tick === 'none' ? null : <Icon name={tick === 'all' ? 'check' : 'minus'} />}
        </span>
      ) : null}
      <Icon name={kind === 'group' ? 'files' : (line.type ?? 'vehicles')} small className="t3" />
      <span className={kind === 'group' ? 'ell t1' : 'ell'}>{label}</span>
      {kind === 'group' ? <span className="vtree-count num t3 s11">{count}</span> : null}
    </div>
  );
}
