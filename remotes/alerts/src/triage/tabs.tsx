import { Button, confirm, Icon, openPath, useFormat, useText } from '@outrider/sdk';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '@outrider/sdk/mui';
import { useState } from 'react';

import type { Kind } from '../api/alert';
import { keepViews, useSavedViews, type SavedView } from './saved-views';
import { useCount } from './use-alerts';
import { builtIn, plain, type View } from './view';

interface TabsProps {
  kind: Kind;
  view: View;
  go: (change: Partial<View>) => void;
}

/** The views of a list: those that everybody has, and the user's own. */
export function Tabs({ kind, view, go }: TabsProps) {
  const t = useText('alerts');
  const own = useSavedViews(kind);
  const [isNaming, setNaming] = useState(false);
  const shown = builtIn.filter((tab) => kind !== 'geofence' || (tab !== 'severe' && tab !== 'notRated'));
  const current = own.find(({ view: { tab } }) => tab === view.tab);
  const forget = async (gone: SavedView) => {
    if (await confirm({ title: t('views.forget', { name: gone.name }), confirm: t('views.forgetYes'), tone: 'danger' })) {
      await keepViews(kind, own.filter((one) => one !== gone));
      go({ ...plain });
    }
  };
  return (
    <div className="tabs triage-tabs" role="group" aria-label={t('views.title')}>
      {shown.map((tab) => (
        <Tab key={tab} label={t(`views.${tab}`)} kind={kind} view={{ ...plain, days: view.days, time: view.time, tab, unread: tab === 'inbox' }} isOn={view.tab === tab} onOpen={() => go({ ...plain, days: view.days, time: view.time, tab })} />
      ))}
      {own.map((one) => (
        <Tab key={one.name} label={one.name} kind={kind} view={one.view} isOn={one === current} onOpen={() => go(one.view)} />
      ))}
      {kind === 'driving' ? (
        <button type="button" className="triage-tab" onClick={() => openPath('/driving-events-dashboard')}>
          <Icon name="reports" small />
          {t('views.analysis')}
        </button>
      ) : null}
      {current ? (
        <button type="button" className="triage-tab" onClick={() => void forget(current)}>
          <Icon name="close" small />
          {t('views.forgetShort')}
        </button>
      ) : (
        <button type="button" className="triage-tab only-wide" onClick={() => setNaming(true)}>
          <Icon name="plus" small />
          {t('views.save')}
        </button>
      )}
      {isNaming ? <NameDialog onClose={() => setNaming(false)} onName={(name) => void keepViews(kind, [...own, { name, view }]).then(() => go({ ...view, tab: `own:${name}` }))} /> : null}
    </div>
  );
}

function Tab({ label, kind, view, isOn, onOpen }: { label: string; kind: Kind; view: View; isOn: boolean; onOpen: () => void }) {
  const format = useFormat();
  const count = useCount(kind, view);
  return (
    <button type="button" className={isOn ? 'triage-tab on' : 'triage-tab'} aria-pressed={isOn} onClick={onOpen}>
      {label} {count === undefined || view.tab === 'archived' ? null : <b>{count > 999 ? '999+' : format.number(count)}</b>}
    </button>
  );
}

function NameDialog({ onClose, onName }: { onClose: () => void; onName: (name: string) => void }) {
  const t = useText('alerts');
  const [name, setName] = useState('');
  return (
    <Dialog open onClose={onClose} aria-labelledby="alerts-name-view">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) {
            onName(name.trim());
            onClose();
          }
        }}
      >
        <DialogTitle id="alerts-name-view">{t('views.save')}</DialogTitle>
        <DialogContent>
          <label className="label" htmlFor="alerts-view-name">
            {t('views.name')}
          </label>
          <input id="alerts-view-name" className="field alerts-input" value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={!name.trim()}>
            {t('views.saveYes')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
