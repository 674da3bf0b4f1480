import { useText } from '@outrider/sdk';
import { Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@outrider/sdk/mui';

import type { AuditRecord } from '../api/audit';
import { useFigures } from '../ui/figures';
import { StatePill } from '../ui/state-pill';
import { actorOf } from './audit-columns';

/** Everything that is known of one call. */
export function RecordDialog({ record, onClose }: { record: AuditRecord; onClose: () => void }) {
  const t = useText('admin');
  const { format } = useFigures();
  const isNarrow = useMediaQuery('(max-width: 990px)');
  const pairs: [string, string][] = [
    ['at', format.dateTime(record.at)],
    ['who', [actorOf(record), record.actor_email, record.actor_role].filter((v, i, all) => v && all.indexOf(v) === i).join(' · ')],
    ['through', record.plugin],
    ['actsIn', record.org_id],
    ['home', record.home_org_id],
    ['what', record.operation],
    ['detail', record.detail],
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
      <DialogTitle id="record-title">{t('audit.one')}</DialogTitle>
      <DialogContent>
        <p>
          <StatePill state={record.result} />
        </p>
        <dl className="ops-pairs">
          {pairs
            .filter(([, value]) => value)
            .map(([name, value]) => (
              <div key={name} className="ops-pair">
                <dt>{t(`audit.${name}`)}</dt>
                <dd className="ops-break">{value}</dd>
              </div>
            ))}
        </dl>
      </DialogContent>
      <DialogActions>
        <button type="button" className="btn" onClick={onClose}>
          {t('close')}
        </button>
      </DialogActions>
    </Dialog>
  );
}
