import { Icon, useText } from '@outrider/sdk';

import type { LetterFilter } from '../api/streams';
import { TimeField } from '../ui/time-field';

/** Which dead letters are shown: of a plugin, with a text, of a time. */
export function LetterSearch({ filter, onFilter }: { filter: LetterFilter; onFilter: (filter: LetterFilter) => void }) {
  const t = useText('admin');
  const set = (change: Partial<LetterFilter>) => onFilter({ ...filter, ...change });
  return (
    <div className="ops-bar">
      <label className="field grow">
        <Icon name="search" small />
        <span className="unseen">{t('letters.search')}</span>
        <input type="search" value={filter.q ?? ''} placeholder={t('letters.search')} onChange={(e) => set({ q: e.target.value || undefined })} />
      </label>
      <label className="field">
        <span className="t3 s12">{t('plugins.plugin')}</span>
        <input value={filter.plugin ?? ''} size={10} onChange={(e) => set({ plugin: e.target.value.trim() || undefined })} />
      </label>
      <TimeField label={t('from')} value={filter.from} onChange={(from) => set({ from })} />
      <TimeField label={t('to')} value={filter.to} onChange={(to) => set({ to })} />
    </div>
  );
}
