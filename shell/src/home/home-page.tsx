import { Empty, useFormat, useShellInfo, useText } from '@outrider/sdk';
import { useMemo, useState } from 'react';
import { useSearchParams } from '@outrider/sdk/router';

import { HomeWidgetCard } from './home-widget-card';
import { WidgetChooser } from './widget-chooser';
import { switchedOff, widgetsOf } from './widgets';

import './home-page.css';

/** Home: a grid of the widgets that remotes bring. */
export function HomePage() {
  const t = useText('shell');
  const format = useFormat();
  const info = useShellInfo();
  const [search, setSearch] = useSearchParams();
  const [today] = useState(() => Date.now());
  const widgets = useMemo(() => widgetsOf(info), [info]);
  const off = useMemo(() => switchedOff(info), [info]);
  const shown = widgets.filter(({ id }) => !off.has(id));

  return (
    <div className="home">
      <header className="home-head">
        <h1>{t('home.title')}</h1>
        <span className="t3 num">{format.date(today)}</span>
      </header>
      {shown.length > 0 ? (
        <div className="home-grid">
          {shown.map((widget) => (
            <HomeWidgetCard key={`${widget.plugin} ${widget.id}`} widget={widget} />
          ))}
        </div>
      ) : (
        <Empty icon="columns" title={widgets.length > 0 ? t('home.allOff') : t('home.none')}>
          {widgets.length > 0 ? t('home.allOffText') : t('home.noneText')}
        </Empty>
      )}
      {search.get('widgets') === 'choose' ? <WidgetChooser widgets={widgets} off={off} onClose={() => setSearch({}, { replace: true })} /> : null}
    </div>
  );
}
