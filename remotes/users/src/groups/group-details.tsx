import { Button, Icon, useFormat, useText } from '@outrider/sdk';
import { useState, type ReactNode } from 'react';

import type { Group } from '../api/tree';
import { drag } from './edit-tree';
import { TargetChoice } from './target-choice';
import { useWindow } from './use-window';

interface GroupDetailsProps {
  group: Group;
  /** The group with those above it. */
  way: Group[];
  people: number;
  mayMoveVehicles: boolean;
  options: { root: Group; onMove: (ids: string[], to: Group) => void };
  onPeople: () => void;
  actions: ReactNode;
  /** Its own users. */
  children: ReactNode;
}

/** One group: where it is, its people and its vehicles, which are dragged to other groups or moved by a choice. */
export function GroupDetails({ group, way, people, mayMoveVehicles, options, onPeople, actions, children }: GroupDetailsProps) {
  const t = useText('users');
  const format = useFormat();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const shown = useWindow(group.own.length);
  const tick = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) {
      next.add(id);
    }
    setTicked(next);
  };
  return (
    <section className="card group-details" aria-label={group.label}>
      <header>
        <p className="t2 s12 ell">{way.slice(0, -1).map(({ label }) => label).join(' › ')}</p>
        <h2>{group.label}</h2>
        <div className="row group-actions">{actions}</div>
      </header>
      <Button size="small" onClick={onPeople}>
        <Icon name="users" small />
        {t('groups.people', { count: people, number: format.number(people) })}
      </Button>
      {children}
      <div className="row">
        <h3 className="grow">{t('groups.ownVehicles', { count: group.own.length })}</h3>
        {mayMoveVehicles && ticked.size > 0 ? <TargetChoice root={options.root} not={group.id} label={t('groups.moveVehicles', { count: ticked.size })} onChoose={(to) => options.onMove([...ticked], to)} /> : null}
      </div>
      <ul className="group-vehicles" onScroll={shown.onScroll}>
        <li aria-hidden="true" style={{ height: shown.before }} />
        {group.own.slice(shown.first, shown.last).map(({ id, name }) => (
          // Whoever has no mouse ticks vehicles and chooses where they go.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li key={id} draggable={mayMoveVehicles} onDragStart={(event) => drag(event, { kind: 'vehicles', ids: ticked.has(id) ? [...ticked] : [id] })}>
            <label className="row">
              <input type="checkbox" className="tick" checked={ticked.has(id)} disabled={!mayMoveVehicles} onChange={() => tick(id)} />
              <span className="ell">{name}</span>
            </label>
          </li>
        ))}
        <li aria-hidden="true" style={{ height: shown.after }} />
      </ul>
    </section>
  );
}
