import { Icon, labelled, useText, type TextKey } from '@outrider/sdk';

import type { Action, Area } from '../api/permissions';
import { cellOf, type Cell, type Column, type Staged } from './staged';

interface MatrixProps {
  areas: Area[];
  columns: Column[];
  staged: Staged;
  onToggle: (column: Column, action: Action) => void;
  /** What the user may not do themselves cannot be given. */
  mayGive: (name: string) => boolean;
  onAsk: (action: Action) => void;
}

/** Every action against every column; a cell is turned over by a click or by Space. */
export function Matrix({ areas, columns, staged, onToggle, mayGive, onAsk }: MatrixProps) {
  const t = useText('users');
  return (
    // It scrolls, and the keyboard must reach it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="perm-matrix" tabIndex={0} role="region" aria-label={t('perm.matrix')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('perm.action')}</th>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col" className="perm-col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {areas.map(({ area, actions }) => (
          <tbody key={area}>
            <tr className="perm-area">
              <th scope="colgroup" colSpan={columns.length + 1}>
                {t(`area.${area}` as TextKey<'users'>, { defaultValue: area })}
                <Held actions={actions} within={columns[0]?.within} />
              </th>
            </tr>
            {actions.map((action) => (
              <tr key={action.name}>
                <th scope="row">
                  <button type="button" className="perm-action" title={t('perm.ask')} onClick={() => onAsk(action)}>
                    <span>{action.description || action.name}</span>
                    <span className="t3 s12 mono">{action.name}</span>
                  </button>
                </th>
                {columns.map((column) => (
                  <CellView key={column.key} action={action} column={column} staged={staged} onToggle={onToggle} mayGive={mayGive} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** How many of an area's actions the role of the users has at all. */
function Held({ actions, within }: { actions: Action[]; within: ReadonlySet<string> | undefined }) {
  const t = useText('users');
  return within ? <small className="t2 perm-held">{t('perm.inRole', { held: actions.filter(({ name }) => within.has(name)).length, total: actions.length })}</small> : null;
}

function CellView({ action, column, staged, onToggle, mayGive }: { action: Action; column: Column } & Pick<MatrixProps, 'staged' | 'onToggle' | 'mayGive'>) {
  const t = useText('users');
  const { cell, isStaged } = cellOf(staged, column, action.name);
  const outside = column.within !== undefined && !column.within.has(action.name);
  const lacking = cell !== 'yes' && !isStaged && !mayGive(action.name);
  const state = outside ? 'none' : cell;
  const words = labelled(column.label, `${t(`perm.${state}`)}${isStaged ? `, ${t('perm.staged')}` : ''}`);
  return (
    <td className="perm-col">
      <button
        type="button"
        className={['perm-cell', state, isStaged && 'staged', column.differs(action, cell) && 'differs'].filter(Boolean).join(' ')}
        aria-label={words}
        title={outside ? t('perm.outside') : lacking ? t('perm.lacking') : words}
        disabled={outside || lacking}
        aria-pressed={cell === 'yes'}
        onClick={() => onToggle(column, action)}
      >
        {signOf(state)}
      </button>
    </td>
  );
}

type State = Cell | 'none';

/** A cell as the legend shows it. */
export function CellSign({ state }: { state: State }) {
  return (
    <span className={`perm-cell ${state}`} aria-hidden="true">
      {signOf(state)}
    </span>
  );
}

const signOf = (state: State) => <Icon name={state === 'yes' ? 'check' : state === 'no' ? 'close' : 'minus'} small />;
