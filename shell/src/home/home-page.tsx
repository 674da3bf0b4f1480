import { Button, Empty, Icon, useFormat, useShellInfo, useText } from '@outrider/sdk';
import { useSearchParams } from '@outrider/sdk/router';
import { lazy, Suspense, useMemo, useState } from 'react';

import { GridPlace } from './grid-place';
import { GroupButton } from './group-button';
import { useNow } from './use-now';
import { PeriodSwitch } from './period-switch';
import { periodOf, shownWidgets, widgetsOf } from './widgets';

import './home-page.css';

const WidgetChooser = lazy(() => import('./widget-chooser').then((module) => ({ default: module.WidgetChooser })));

/** Home: a header and a grid of the widgets that remotes bring. */
export function HomePage() {
  const t = useText('shell');
  const info = useShellInfo();
  const [search, setSearch] = useSearchParams();
  const [isEditing, setEditing] = useState(false);
  const widgets = useMemo(() => widgetsOf(info), [info]);
  const days = periodOf(info.session);
  const shown = useMemo(() => shownWidgets(widgets, info.session), [widgets, info.session]);

  return (
    <div className="home">
      <header className="home-head">
        <h1>{t('home.title')}</h1>
        <Now />
        <span className="grow" />
        <GroupButton />
        <PeriodSwitch days={days} />
        {shown.length > 0 ? (
          <Button variant={isEditing ? 'primary' : 'secondary'} className="only-wide" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
            <Icon name={isEditing ? 'check' : 'edit'} small />
            {t(isEditing ? 'home.done' : 'home.edit')}
          </Button>
        ) : null}
      </header>
      {isEditing ? <p className="home-hint s12 t2">{t('home.editHint')}</p> : null}
      {shown.length > 0 ? (
        <GridPlace widgets={widgets} shown={shown} isEditing={isEditing} days={days} />
      ) : (
        <Empty
          icon="columns"
          title={widgets.length > 0 ? t('home.allOff') : t('home.none')}
          action={
            widgets.length > 0 ? (
              <Button onClick={() => setSearch({ widgets: 'choose' })}>
                {t('bar.widgets')}
              </Button>
            ) : null
          }
        >
          {widgets.length > 0 ? t('home.allOffText') : t('home.noneText')}
        </Empty>
      )}
      {search.get('widgets') === 'choose' ? (
        <Suspense fallback={null}>
          <WidgetChooser widgets={widgets} onClose={() => setSearch({}, { replace: true })} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The organisation's date and time. */
function Now() {
  const format = useFormat();
  const now = useNow(30_000);
  return <span className="t2 num home-now">{format.weekdayTime(now)}</span>;
}
