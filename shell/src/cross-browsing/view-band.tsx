import { Button, closeView, endView, Icon, readOnlyEvent, toast, useFormat, useSession, useText } from '@outrider/sdk';
import { useEffect, useState } from 'react';

import './cross-browsing.css';

/** Says, above everything, as whom somebody sees the portal and that nothing can be changed, and ends it: by its button, and when its time is over. */
export function ViewBand() {
  const { seen_by: by } = useSession();
  return by ? <Band endsAt={Date.parse(by.ends_date)} /> : null;
}

function Band({ endsAt }: { endsAt: number }) {
  const t = useText('shell');
  const format = useFormat();
  const { user } = useSession();
  const leftMs = useTimeLeft(endsAt);
  useEffect(() => {
    const say = () => toast(t('view.refused'), 'error');
    window.addEventListener(readOnlyEvent, say);
    return () => window.removeEventListener(readOnlyEvent, say);
  }, [t]);
  const name = `${user.Profile.firstname} ${user.Profile.lastname}`.trim() || user.email;
  return (
    <aside className="acting view" aria-label={t('view.label')}>
      <Icon name="eye" small />
      <span className="ell">
        {t('view.text')} <b>{name}</b>. {t('view.readOnly', { time: format.duration(Math.ceil(leftMs / 60_000) * 60) })}
      </span>
      <Button size="small" onClick={() => void endView().catch(() => toast(t('view.notEnded'), 'error'))}>
        {t('view.end')}
      </Button>
    </aside>
  );
}

/** Milliseconds that are left, told every quarter of a minute; the tab closes when none are. */
function useTimeLeft(endsAt: number): number {
  const [left, setLeft] = useState(() => Math.max(0, endsAt - Date.now()));
  useEffect(() => {
    const tick = setInterval(() => setLeft(Math.max(0, endsAt - Date.now())), 15_000);
    const over = setTimeout(closeView, Math.max(0, endsAt - Date.now()));
    return () => {
      clearInterval(tick);
      clearTimeout(over);
    };
  }, [endsAt]);
  return left;
}
