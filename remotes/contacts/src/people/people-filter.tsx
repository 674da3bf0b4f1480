import { Chip, Icon, useFormat, useText } from '@outrider/sdk';

import type { ContactQuery } from '../api/contacts';
import { useTags } from './use-people';

/** What of the contacts is shown. */
export interface Shown {
  search: string;
  users: boolean;
  external: boolean;
  tag: string | undefined;
}

export const everything: Shown = { search: '', users: true, external: true, tag: undefined };

/** What to ask for; undefined where nothing is shown. */
export function queryOf({ search, users, external, tag }: Shown): ContactQuery {
  return { search, tag, type: users === external ? undefined : users ? 'Internal' : 'External' };
}

/** Search, and which contacts are shown: users, external ones, those with a tag. */
export function PeopleFilter({ shown, onChange }: { shown: Shown; onChange: (shown: Shown) => void }) {
  const t = useText('contacts');
  const format = useFormat();
  const { data } = useTags();
  const toggle = (key: 'users' | 'external', icon: 'user' | 'external', count: number | undefined) => (
    <Chip isOn={shown[key]} aria-pressed={shown[key]} title={t(shown[key] ? `hide.${key}` : `show.${key}`)} onClick={() => onChange({ ...shown, [key]: !shown[key] })}>
      <Icon name={icon} small />
      {t(`filter.${key}`)}
      <b>{count === undefined ? '' : format.number(count)}</b>
    </Chip>
  );
  return (
    <>
      <label className="field ct-search">
        <Icon name="search" small />
        <input type="search" aria-label={t('search')} placeholder={t('search')} value={shown.search} onChange={(event) => onChange({ ...shown, search: event.target.value })} />
      </label>
      {toggle('users', 'user', data?.internal)}
      {toggle('external', 'external', data?.external)}
      <select className="chip" aria-label={t('tag')} value={shown.tag ?? ''} onChange={(event) => onChange({ ...shown, tag: event.target.value || undefined })}>
        <option value="">{t('anyTag')}</option>
        {data?.tags.map(({ name, count }) => (
          <option key={name} value={name}>{`${name} (${format.number(count)})`}</option>
        ))}
      </select>
    </>
  );
}
