import { RemotePart, useManifestText } from '@outrider/sdk';
import { useId } from 'react';

import type { HomeWidget } from './widgets';

/** One widget in its card; a widget that fails says so inside. */
export function HomeWidgetCard({ widget: { remote, module, title, w, h } }: { widget: HomeWidget }) {
  const text = useManifestText();
  const id = useId();
  return (
    <section className="card home-widget" aria-labelledby={id} style={{ gridColumn: `span ${Math.min(12, Math.max(1, w))}`, gridRow: `span ${Math.max(2, h)}` }}>
      <h2 id={id}>{text(title)}</h2>
      <div className="home-widget-body">
        <RemotePart address={{ remote, module }} title={text(title)} />
      </div>
    </section>
  );
}
