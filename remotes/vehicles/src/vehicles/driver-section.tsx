import { ApiError, Button, confirm, Icon, IconButton, instantOf, toast, useFormat, usePermission, useText } from '@outrider/sdk';
import { Form, RangeField, Select } from '@outrider/sdk/inputs';
import * as z from '@outrider/sdk/schema';
import { useMutation, useQuery } from '@tanstack/react-query';

import { assignDriver, endDrive, getDrivers, getDrives, type Drive } from '../api/drivers';

/** How many drives of the past are shown. */
const shown = 5;

const schema = z.object({ driver: z.string().min(1), when: z.object({ start: z.string(), end: z.string() }).nullable() });

/** Who drives a vehicle, and who did lately. */
export function DriverSection({ vehicleId }: { vehicleId: string }) {
  const t = useText('vehicles');
  const { zone } = useFormat().settings;
  const may = usePermission('updateVehicle');
  const drives = useQuery({ queryKey: ['drives', vehicleId], queryFn: ({ signal }) => getDrives(vehicleId, signal) });
  const drivers = useQuery({ queryKey: ['drivers'], queryFn: ({ signal }) => getDrivers(signal), enabled: may, staleTime: 60_000 });
  const end = useMutation({
    mutationFn: (drive: Drive) => endDrive(vehicleId, drive.id),
    onSettled: () => void drives.refetch(),
    onError: (error) => toast(error instanceof ApiError ? error.message : t('driver.failed'), 'error'),
  });
  const remove = async (drive: Drive) => {
    const title = t('driver.removeQuestion', { name: drive.driver_name });
    if (await confirm({ title, text: t('driver.removeText'), confirm: t('driver.removeTitle'), tone: 'danger' })) {
      end.mutate(drive);
    }
  };
  const list = drives.data ?? [];
  const current = list.find(({ to }) => to === null);

  return (
    <section className="veh-drivers" aria-label={t('driver.title')}>
      <h3 className="t1">{t('driver.title')}</h3>
      <div className="veh-driver-now">
        <span className="tile">
          <Icon name="user" />
        </span>
        <div className="grow">
          <b className="ell">{current?.driver_name ?? t('driver.nobody')}</b>
          {current ? <Since at={current.from} /> : null}
        </div>
        {current && may ? (
          <Button size="small" disabled={end.isPending} onClick={() => end.mutate(current)}>
            {t('driver.end')}
          </Button>
        ) : null}
      </div>
      {may ? (
        <Form
          label={t('driver.assign')}
          schema={schema}
          values={{ driver: '', when: null }}
          afterSave="reset"
          submitLabel={t('driver.assign')}
          onSubmit={async ({ driver, when }) => {
            await assignDriver(vehicleId, driver, when ? { from: instantOf(when.start, zone), to: instantOf(when.end, zone) } : undefined);
            await drives.refetch();
          }}
        >
          <div className="veh-form">
            <Select name="driver" label={t('driver.driver')} options={(drivers.data ?? []).map(({ id, name }) => ({ value: id, label: name }))} placeholder={t('driver.choose')} />
            <RangeField name="when" label={t('driver.when')} hint={t('driver.whenHint')} />
          </div>
        </Form>
      ) : null}
      <Past drives={list.filter(({ to }) => to !== null).slice(0, shown)} {...(may ? { onRemove: (drive) => void remove(drive) } : {})} />
    </section>
  );
}

function Since({ at }: { at: string }) {
  const t = useText('vehicles');
  const format = useFormat();
  return <p className="s12 t2">{t('driver.since', { time: format.dateTime(at) })}</p>;
}

function Past({ drives, onRemove }: { drives: Drive[]; onRemove?: (drive: Drive) => void }) {
  const t = useText('vehicles');
  const format = useFormat();
  if (drives.length === 0) {
    return null;
  }
  return (
    <ul className="veh-drives" aria-label={t('driver.before')}>
      {drives.map((drive) => (
        <li key={drive.id}>
          <span className="grow ell">{drive.driver_name}</span>
          <span className="t2 num s12">
            {format.dateTime(drive.from)} – {format.time(drive.to)}
          </span>
          {onRemove ? (
            <IconButton
              size="small"
              label={t('driver.remove', { name: drive.driver_name, time: format.dateTime(drive.from) })}
              title={t('driver.removeTitle')}
              onClick={() => onRemove(drive)}
            >
              <Icon name="close" small />
            </IconButton>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
