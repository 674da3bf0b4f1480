import { Button, Icon, Loading, usePermission, useSession, useText } from '@outrider/sdk';
import { lazy, Suspense, useState } from 'react';

import { OneReportPage } from '../page/reports-page';

import './health.css';

const HealthDialog = lazy(() => import('./health-dialog').then((m) => ({ default: m.HealthDialog })));

/** System health: the faults of this moment, with the way to have them mailed. */
export function HealthPage() {
  const t = useText('reports');
  const { Org, home_org: home } = useSession();
  const isAway = Boolean(home) && home !== Org.id;
  const may = usePermission('scheduleReports') && !isAway;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="hl">
      <div className="hl-banner" role="note">
        <Icon name="system" />
        <p className="grow">{t('health.banner')}</p>
        <Button disabled={!may} title={isAway ? t('schedules.away') : undefined} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name="mail" small />
          {t('health.configure')}
        </Button>
      </div>
      <OneReportPage only="system-health" />
      {isOpen ? (
        <Suspense fallback={<Loading rows={3} />}>
          <HealthDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
