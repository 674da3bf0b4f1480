import { useId, useMemo } from 'react';

import { Button } from '../buttons';
import { useText } from '../i18n';
import { Icon } from '../icons';
import { Empty } from '../states';
import { useFormat } from '../units';
import { vehiclesOf, type TreeGroup } from './fleet-tree';
import { useSelector } from './use-selector';
import { VehicleTree, type SelectMode } from './vehicle-tree';

import './select.css';

export interface VehicleSelectorProps {
  /** The answer of GET /org/{orgId}/tree; see {@link useFleetTree}. */
  tree: TreeGroup;
  /** `vehicles` unless it says otherwise. */
  mode?: SelectMode;
  /** Ids of the chosen vehicles, or of the one vehicle or group. */
  value: string[];
  /** With `vehicles`: the groups that are chosen as such, with whatever is in them later. Without them a group stands for the vehicles that it has now. */
  groups?: string[];
  /** The second are the groups, where those can be chosen. */
  onChange: (value: string[], groups: string[]) => void;
  /** Opens the root group by itself. */
  openRoot?: boolean;
  /** Gives the search the focus. */
  autoFocus?: boolean;
}

/** Chooses vehicles or a group from the tree, within a page. */
export function VehicleSelector({ tree, mode = 'vehicles', value, groups, onChange, openRoot = false, autoFocus = false }: VehicleSelectorProps) {
  const t = useText();
  const format = useFormat();
  const byId = useId();
  const model = useSelector(tree, mode, { value, groups, onChange }, openRoot);
  const count = model.ticked.size;
  const hasNone = useMemo(() => mode !== 'group' && vehiclesOf(tree).length === 0, [tree, mode]);
  const label = t(model.by === 'vehicle' ? 'select.searchVehicle' : 'select.searchGroup');
  if (hasNone) {
    return <Empty icon="vehicles" title={t('select.empty')} />;
  }
  return (
    <div className="vselect">
      <div className="vselect-search">
        <div className="field grow">
          <Icon name="search" small />
          {/* A dialog is opened to search. */}
          {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
          <input type="search" value={model.text} autoFocus={autoFocus} placeholder={label} aria-label={label} maxLength={200} onChange={(event) => model.setText(event.target.value)} />
        </div>
        {mode === 'group' ? null : (
          <div className="seg" role="radiogroup" aria-label={t('select.searchBy')}>
            {(['vehicle', 'group'] as const).map((by) => (
              <label key={by} className={by === model.by ? 'vselect-by on' : 'vselect-by'}>
                <input type="radio" className="unseen" name={byId} checked={by === model.by} onChange={() => model.setBy(by)} />
                {t(`select.${by}`)}
              </label>
            ))}
          </div>
        )}
      </div>
      <div className="row vselect-bar">
        <Button variant="quiet" size="small" onClick={model.expandAll}>
          {t('select.expandAll')}
        </Button>
        <Button variant="quiet" size="small" onClick={model.collapseAll}>
          {t('select.collapseAll')}
        </Button>
        <span className="grow" />
        {mode === 'vehicles' ? (
          <>
            <span className="s12 t2 num" role="status">
              {t('select.chosen', { count, formatted: format.number(count) })}
            </span>
            <Button variant="quiet" size="small" disabled={count === 0} onClick={() => onChange([], [])}>
              {t('select.clear')}
            </Button>
          </>
        ) : null}
      </div>
      {model.lines.length === 0 ? (
        <Empty icon="search" title={t('select.noMatch')} />
      ) : (
        <VehicleTree lines={model.lines} mode={mode} chosen={model.ticked} onToggleOpen={model.toggleOpen} onChoose={model.choose} />
      )}
    </div>
  );
}
