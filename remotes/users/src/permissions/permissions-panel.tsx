import { Button, Chip, confirm, Empty, Failure, hasPermission, Icon, Loading, saveBlob, toast, useText } from '@outrider/sdk';
import { useSearchParams } from '@outrider/sdk/router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { getActions, putPermissions, type Action, type Area } from '../api/permissions';
import { matrixCsv } from './matrix-csv';
import { CellSign, Matrix } from './matrix';
import { cellOf, changesOf, countOf, toggled, type Column, type Staged } from './staged';
import { useColumns } from './use-columns';
import { WhoPanel, type Who } from './who-panel';
import { WhyPanel } from './why-panel';

import './permissions.css';

/** The editor of permissions: who, what they may, and why. */
export function PermissionsPanel() {
  const t = useText('users');
  const [who, setWho] = useState<Who>({ by: 'role', role: 'FLEET_MANAGER', users: [], node: '' });
  const [staged, setStaged] = useState<Staged>(new Map());
  const [typed, setTyped] = useState('');
  const [only, setOnly] = useState<Only>();
  const [asked, setAsked] = useState<Action>();
  const about = useSearchParams()[0].get('why') ?? ''; // the address of the person whose sight was asked for
  const actions = useQuery({ queryKey: ['permission-actions'], queryFn: ({ signal }) => getActions(signal) });
  const { columns, excluded, emails, error, refetch } = useColumns(who);
  const areas = useMemo(() => shownAreas(actions.data ?? [], columns ?? [], staged, typed, only), [actions.data, columns, staged, typed, only]);
  const differing = useMemo(() => countIn(shownAreas(actions.data ?? [], columns ?? [], staged, '', 'differs')), [actions.data, columns, staged]);
  const explained = asked ?? (about ? actions.data?.flatMap((area) => area.actions).find(({ name }) => name === 'viewVehicle') : undefined);
  const choose = (next: Who) => {
    setWho(next);
    setStaged(new Map());
  };

  return (
    <div className="perm">
      <WhoPanel who={who} onWho={choose} excluded={excluded} />
      <section className="card perm-main">
        <div className="row perm-bar">
          <label className="field perm-search">
            <Icon name="search" small />
            <input type="search" aria-label={t('perm.search')} placeholder={t('perm.search')} value={typed} onChange={(event) => setTyped(event.target.value)} />
          </label>
          {([['differs', differing], ['staged', countOf(staged)]] as const).map(([what, count]) =>
            what === 'staged' && count === 0 && only !== 'staged' ? null : (
              <Chip key={what} isOn={only === what} aria-pressed={only === what} onClick={() => setOnly(only === what ? undefined : what)}>
                {t(`perm.${what}`)} <b>{count}</b>
              </Chip>
            ),
          )}
          <span className="grow" />
          <Button size="small" disabled={!columns} onClick={() => saveBlob(matrixCsv(areas, columns ?? [], staged), 'permissions.csv')}>
            <Icon name="download" small />
            {t('perm.export')}
          </Button>
        </div>
        {error || actions.error ? <Failure title={t('perm.wrong')} error={error ?? actions.error} onRetry={() => void (error ? refetch() : actions.refetch())} /> : null}
        {!error && !actions.error && (!columns || !actions.data) ? <Loading rows={8} /> : null}
        {columns && actions.data && !error ? (
          columns.length === 0 ? (
            <Empty icon="users" title={t('perm.nobody')} />
          ) : areas.length === 0 ? (
            <Empty icon="search" title={t('perm.noAction')} />
          ) : (
            <Matrix
              areas={areas}
              columns={columns}
              staged={staged}
              mayGive={hasPermission}
              onAsk={setAsked}
              onToggle={(column, { name }) => setStaged((before) => toggled(before, column, name))}
            />
          )
        ) : null}
        <Legend />
        {countOf(staged) > 0 && columns ? <ApplyBar staged={staged} columns={columns} areas={actions.data ?? []} onDone={() => setStaged(new Map())} /> : null}
      </section>
      {explained ? <WhyPanel key={explained.name} action={explained} suggested={about || (emails[0] ?? '')} /> : null}
    </div>
  );
}

/** What is shown alone: what differs from the default, what is not applied yet. */
type Only = 'differs' | 'staged';

function shownAreas(areas: Area[], columns: Column[], staged: Staged, typed: string, only: Only | undefined): Area[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const isOnly = (action: Action, column: Column) => {
    const { cell, isStaged } = cellOf(staged, column, action.name);
    return only === 'staged' ? isStaged : column.differs(action, cell);
  };
  const fits = (area: string, action: Action) =>
    `${area} ${action.name} ${action.description}`.toLocaleLowerCase().includes(wanted) && (!only || columns.some((column) => isOnly(action, column)));
  return areas.map(({ area, actions }) => ({ area, actions: actions.filter((action) => fits(area, action)) })).filter(({ actions }) => actions.length > 0);
}

function countIn(areas: Area[]): number {
  return areas.reduce((sum, { actions }) => sum + actions.length, 0);
}

function Legend() {
  const t = useText('users');
  return (
    <p className="legend perm-legend">
      {(['yes', 'no', 'mixed', 'none', 'differs', 'staged'] as const).map((one) => (
        <span key={one}>
          {one === 'differs' || one === 'staged' ? <i className={`perm-sign ${one}`} aria-hidden="true" /> : <CellSign state={one} />}
          {t(`perm.${one}`)}
        </span>
      ))}
    </p>
  );
}

/** What would be changed, and the question whether to. */
function ApplyBar({ staged, columns, areas, onDone }: { staged: Staged; columns: Column[]; areas: Area[]; onDone: () => void }) {
  const t = useText('users');
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const words = (name: string) => areas.flatMap(({ actions }) => actions).find((action) => action.name === name)?.description || name;
  const changed = columns.filter(({ key }) => staged.has(key));
  const lines = changed.flatMap((column) => {
    const { allowed, denied } = changesOf(staged, column);
    return [...allowed.map((name) => t('perm.willAllow', { action: words(name), who: column.label })), ...denied.map((name) => t('perm.willDeny', { action: words(name), who: column.label }))];
  });
  const apply = async () => {
    if (!(await confirm({ title: t('perm.sure'), text: `${lines.slice(0, 8).join(' · ')}${lines.length > 8 ? ' …' : '.'} ${t('bulk.effect')}`, confirm: t('perm.apply') }))) {
      return;
    }
    setBusy(true);
    try {
      for (const column of changed) {
        const { allowed, denied } = changesOf(staged, column);
        await putPermissions(column.target, allowed, denied);
      }
      toast(t('perm.applied'));
      onDone();
    } catch (error) {
      console.error('change permissions', error);
      toast(t('perm.wrong'), 'error');
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: ['permissions'] });
      await queryClient.invalidateQueries({ queryKey: ['why'] });
      await queryClient.invalidateQueries({ queryKey: ['reach'] });
    }
  };
  return (
    <div className="perm-apply" role="status">
      <div className="grow">
        <b>{t('perm.changes', { count: lines.length })}</b>
        <p className="t2 ell">{lines.slice(0, 3).join(' · ')}</p>
      </div>
      <Button disabled={busy} onClick={onDone}>
        {t('perm.discard')}
      </Button>
      <Button variant="primary" disabled={busy} onClick={() => void apply()}>
        {t('perm.apply')}
      </Button>
    </div>
  );
}
