import { Icon, placeName, useFormat, useNow, useText } from '@outrider/sdk';

import { iconOf, labelOf } from '../alert/looks';
import { useSeverity } from '../alert/severity';
import type { Notice } from './api';

interface NoticeRowProps {
  notice: Notice;
  onOpen: () => void;
  onMark: (read: boolean) => void;
}

/** One notice: what happened, to whom, which rule told, and when. */
export function NoticeRow({ notice: { alert, read, rule, at }, onOpen, onMark }: NoticeRowProps) {
  const t = useText('alerts');
  const format = useFormat();
  const now = useNow();
  const label = labelOf(t, alert);
  const { className, text } = useSeverity(alert);
  const mark = t(read ? 'notices.markUnread' : 'notices.markRead', { label, vehicle: alert.vehicle_name });
  return (
    <li className={`told ${className}${read ? '' : ' unread'}`}>
      <button type="button" className="told-open" onClick={onOpen}>
        <span className="tile tint" title={t(text)}>
          <Icon name={iconOf(alert)} />
        </span>
        <span className="told-words">
          <span className="ti ell">{label}</span>
          <span className="s12 t2 ell">{[alert.vehicle_name || t('row.noVehicle'), placeName(alert.location)].filter(Boolean).join(' · ')}</span>
          <span className="s12 t3 ell">
            {t('notices.by', { rule })} · <time dateTime={at}>{format.age(Date.parse(at), now)}</time>
          </span>
        </span>
        <span className="unseen">{[t(text), read ? '' : t('row.unread')].filter(Boolean).join(', ')}</span>
      </button>
      <button type="button" className="told-mark" aria-label={mark} title={mark} onClick={() => onMark(!read)}>
        <i />
      </button>
    </li>
  );
}
