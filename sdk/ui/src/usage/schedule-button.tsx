import { Button } from '../buttons';
import { useContributions } from '../contributions';
import { useText } from '../i18n';
import { Icon } from '../icons';
import { usePermission } from '../permissions';
import { openPath } from '../remote';

/** Leads to a new schedule of a report, for whom may schedule it. */
export function ScheduleButton({ report }: { report: string }) {
  return usePermission('scheduleReports') ? <AllowedButton report={report} /> : null;
}

function AllowedButton({ report }: { report: string }) {
  const t = useText();
  const type = useContributions().data?.report_types.find(({ id }) => id === report);
  if (!type?.may_schedule) return null;
  return (
    <Button onClick={() => openPath(`/scheduled-reports?new=${encodeURIComponent(report)}`)}>
      <Icon name="calendar" small />
      {t('usage.schedule')}
    </Button>
  );
}
