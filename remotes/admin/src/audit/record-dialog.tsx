import { Button, useText, type TextKey } from '@outrider/sdk';
import { Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@outrider/sdk/mui';

import type { AuditRecord } from '../api/audit';
import { useFigures } from '../ui/figures';
import { StatePill } from '../ui/state-pill';
import { actorOf, roleOf } from './audit-columns';
import { useChangedValue } from './changed-value';

type Pair = [name: string, value: string];

/** Everything that is known of one call: what was done in words, what changed, and the request itself behind a fold. */
export function RecordDialog({ record, onClose }: { record: AuditRecord; onClose: () => void }) {
  const t = useText('admin');
  const { format } = useFigures();
  const isNarrow = useMediaQuery('(max-width: 990px)');
  const said: Pair[] = [
    ['at', format.dateTime(record.at)],
    ['who', [actorOf(record), record.actor_email, roleOf(t, record)].filter((v, i, all) => v && all.indexOf(v) === i).join(' · ')],
    ['through', record.plugin],
    ['actsIn', record.org_id],
    ['home', record.home_org_id === record.org_id ? '' : record.home_org_id],
    ['detail', record.detail],
  ];
  const raw: Pair[] = [
    ['what', record.operation],
    ['object', [record.object_kind, record.object_id].filter(Boolean).join(' ')],
    ['fields', record.fields.join(', ')],
    ['status', record.status ? String(record.status) : ''],
    ['address', record.address],
    ['session', record.session_id],
    ['request', record.request_id],
    ['trace', record.trace],
    ['host', record.host],
  ];
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" fullScreen={isNarrow} aria-labelledby="record-title">
      <DialogTitle id="record-title">{record.sentence || t('audit.one')}</DialogTitle>
      <DialogContent>
        <p>
          <StatePill state={record.result} />
        </p>
        <Changes changes={record.changes} />
        <Pairs pairs={said} />
        <details className="ops-raw">
          <summary>{t('audit.raw')}</summary>
          <Pairs pairs={raw} />
        </details>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Pairs({ pairs }: { pairs: Pair[] }) {
  const t = useText('admin');
  return (
    <dl className="ops-pairs">
      {pairs
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className="ops-pair">
            <dt>{t(`audit.${name}` as TextKey<'admin'>)}</dt>
            <dd className="ops-break">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** What each field was before, and is after; nothing where the call told of none. */
function Changes({ changes }: Pick<AuditRecord, 'changes'>) {
  const t = useText('admin');
  const value = useChangedValue();
  if (changes.length === 0) {
    return null;
  }
  return (
    <table className="ops-changes">
      <thead>
        <tr>
          <th scope="col">{t('audit.field')}</th>
          <th scope="col">{t('audit.before')}</th>
          <th scope="col">{t('audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, label, before, after }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            <td className="ops-break">{value(before)}</td>
            <td className="ops-break">{value(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
