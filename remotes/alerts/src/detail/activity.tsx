import { labelled, useFormat, useNow, useText, type TextKey, type Translate } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { alertsKey, readActivity } from '../api/alerts';

/** Who looked at the alert, read, rated, flagged and exported it. */
export function Activity({ id }: { id: string }) {
  const t = useText('alerts');
  const format = useFormat();
  const now = useNow();
  const { data } = useQuery({ queryKey: [...alertsKey, 'activity', id], queryFn: ({ signal }) => readActivity(id, signal) });
  if (!data || data.length === 0) {
    return null;
  }
  return (
    <div className="card detail-activity">
      <h2 className="cap">{t('activity.title')}</h2>
      <ul>
        {data.slice(0, 8).map(({ action, detail, user_name, at }, index) => (
          <li key={`${at} ${index}`}>
            <b>{user_name}</b> {deedText(t, action, detail)}
            <time className="t3 num" dateTime={at}>
              {format.age(Date.parse(at), now)}
            </time>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What was done, with the rating or the words that were given. */
function deedText(t: Translate<'alerts'>, action: string, detail: string): string {
  const deed = t(`activity.${action}` as TextKey<'alerts'>);
  const about = action === 'rated' ? t((detail === 'none' ? 'rating.removeTag' : `rating.${detail}`) as TextKey<'alerts'>) : detail;
  return about ? labelled(deed, about) : deed;
}
