import { Popover } from '@mui/material';
import { useId, useState, type FormEvent } from 'react';

import { Button, IconButton } from '../buttons';
import { confirm, toast } from '../feedback';
import { labelled, useText } from '../i18n';
import { Icon, type IconName } from '../icons';
import { deleteView, saveView, setStandardView, useSavedViews, type SavedView } from './saved-views';
import { defaultsOf, readState, standardView, viewText, type ChangeTable, type TableState } from './table-state';

interface ViewsMenuProps {
  /** The table's. */
  id: string;
  state: TableState;
  change: ChangeTable;
  /** The order without a choice, and whether rows a page are chosen. */
  sort: string;
  sizes: boolean;
}

/** The saved views of a table: choose, save, rename, delete, start with one, share its link. */
export function ViewsMenu({ id, state, change, sort, sizes }: ViewsMenuProps) {
  const t = useText();
  const { views, standard } = useSavedViews(id);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const defaults = defaultsOf(sort, sizes);
  const now = viewText(state, defaults);
  const current = views.find((view) => view.id === state.view);
  const show = (view: SavedView | undefined) => {
    change({ ...readState(new URLSearchParams(view?.state ?? ''), defaults), view: view?.id ?? standardView });
    setAnchor(undefined);
  };
  const save = async (name: string) => {
    const view = { id: crypto.randomUUID().slice(0, 8), name, state: now };
    if (await saveView(id, view)) {
      change({ view: view.id }, 'replace');
    }
  };
  return (
    <>
      <Button className="table-views-button" aria-haspopup="dialog" aria-label={current?.name ?? t('table.views')} onClick={(event) => setAnchor(event.currentTarget)}>
        <Icon name="eye" small />
        <span className="ell">{current?.name ?? t('table.views')}</span>
        <Icon name="chevron-down" small />
      </Button>
      <Popover open={anchor !== undefined} anchorEl={anchor ?? null} onClose={() => setAnchor(undefined)} anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} transformOrigin={{ vertical: 'top', horizontal: 'right' }} slotProps={{ paper: { role: 'dialog', 'aria-label': t('table.views'), sx: { mt: '4px' } } }}>
        <div className="table-views">
          <ul>
            <li className="row">
              <button type="button" className="table-view grow" aria-pressed={!current} onClick={() => show(undefined)}>
                {t('table.standardView')}
              </button>
            </li>
            {views.map((view) => (
              <ViewEntry key={view.id} table={id} view={view} views={views} isStandard={view.id === standard} isCurrent={view === current} onShow={() => show(view)} />
            ))}
          </ul>
          {current && current.state !== now ? (
            <Button className="table-view-update" onClick={() => void saveView(id, { ...current, state: now })}>
              {t('table.updateView', { name: current.name })}
            </Button>
          ) : null}
          <NameForm label={t('table.saveView')} value="" taken={views} onName={(name) => void save(name)} />
        </div>
      </Popover>
    </>
  );
}

interface ViewEntryProps {
  table: string;
  view: SavedView;
  views: SavedView[];
  isStandard: boolean;
  isCurrent: boolean;
  onShow: () => void;
}

function ViewEntry({ table, view, views, isStandard, isCurrent, onShow }: ViewEntryProps) {
  const t = useText();
  const [isNaming, setNaming] = useState(false);
  const share = async () => {
    const link = `${location.origin}${location.pathname}?${view.state}`;
    await navigator.clipboard.writeText(link).then(() => toast(t('table.linkCopied')), () => toast(t('table.linkNotCopied'), 'error'));
  };
  const remove = async () => {
    if (await confirm({ title: t('table.deleteViewTitle', { name: view.name }), confirm: t('table.deleteView'), tone: 'danger' })) {
      await deleteView(table, view.id);
    }
  };
  const button = (icon: IconName, label: string, run: () => void, on = false) => (
    <IconButton size="small" isOn={on} label={labelled(label, view.name)} title={label} onClick={run}>
      <Icon name={icon} small />
    </IconButton>
  );
  if (isNaming) {
    const rename = (name: string) => {
      setNaming(false);
      void saveView(table, { ...view, name });
    };
    return (
      <li>
        <NameForm label={t('action.save')} value={view.name} taken={views.filter((one) => one !== view)} onName={rename} />
      </li>
    );
  }
  return (
    <li className="row">
      <button type="button" className="table-view grow ell" aria-pressed={isCurrent} onClick={onShow}>
        {view.name}
        {isStandard ? <span className="t3"> · {t('table.defaultView')}</span> : null}
      </button>
      {button('pin', t(isStandard ? 'table.noDefault' : 'table.makeDefault'), () => void setStandardView(table, isStandard ? null : view.id), isStandard)}
      {button('edit', t('table.renameView'), () => setNaming(true))}
      {button('external', t('table.copyLink'), () => void share())}
      {button('close', t('table.deleteView'), () => void remove())}
    </li>
  );
}

interface NameFormProps {
  label: string;
  value: string;
  taken: SavedView[];
  onName: (name: string) => void;
}

/** A view's name and its button; a name is given once. */
function NameForm({ label, value, taken, onName }: NameFormProps) {
  const t = useText();
  const noteId = useId();
  const [name, setName] = useState(value);
  const isTaken = taken.some((view) => view.name.toLowerCase() === name.trim().toLowerCase());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onName(name.trim());
    setName('');
  };
  return (
    <form className="table-view-name" onSubmit={submit}>
      <input className="field grow" maxLength={60} value={name} placeholder={t('table.viewName')} aria-label={t('table.viewName')} aria-invalid={isTaken} {...(isTaken ? { 'aria-describedby': noteId } : {})} onChange={(event) => setName(event.target.value)} />
      <Button type="submit" disabled={name.trim() === '' || isTaken}>
        {label}
      </Button>
      {isTaken ? <p id={noteId} className="danger s12" role="alert">{t('table.viewTaken')}</p> : null}
    </form>
  );
}
