import { ApiError, Icon, toast, useFormat, usePermission, useText } from '@outrider/sdk';
import { Form, Select } from '@outrider/sdk/inputs';
import * as z from '@outrider/sdk/schema';
import { useMutation, useQuery } from '@tanstack/react-query';

import { assignDriver, endDrive, getDrivers, getDrives, type Drive } from '../api/drivers';

/** How many drives of the past are shown. */
const shown = 5;

const schema = z.object({ driver: z.string().min(1) });

/** Who drives a vehicle, and who did lately. */
export function DriverSection({ vehicleId }: { vehicleId: string }) {
  const t = useText('vehicles');
  const may = usePermission('updateVehicle');
  const drives = useQuery({ queryKey: ['drives', vehicleId], queryFn: ({ signal }) => getDrives(vehicleId, signal) });
  const drivers = useQuery({ queryKey: ['drivers'], queryFn: ({ signal }) => getDrivers(signal), enabled: may, staleTime: 60_000 });
  const end = useMutation({
    mutationFn: (drive: Drive) => endDrive(vehicleId, drive.id),
    onSettled: () => void drives.refetch(),
    onError: (error) => toast(error instanceof ApiError ? error.message : t('driver.failed'), 'error'),
  });
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
          <button type="button" className="btn sm" disabled={end.isPending} onClick={() => end.mutate(current)}>
            {t('driver.end')}
          </button>
        ) : null}
      </div>
      {may ? (
        <Form
          label={t('driver.assign')}
          schema={schema}
          values={{ driver: '' }}
          afterSave="reset"
          submitLabel={t('driver.assign')}
          onSubmit={async ({ driver }) => {
            await assignDriver(vehicleId, driver);
            await drives.refetch();
          }}
        >
          <Select name="driver" label={t('driver.next')} options={(drivers.data ?? []).filter(({ id }) => id !== current?.driver_id).map(({ id, name }) => ({ value: id, label: name }))} placeholder={t('driver.choose')} />
        </Form>
      ) : null}
      <Past drives={list.filter(({ to }) => to !== null).slice(0, shown)} />
    </section>
  );
}

function Since({ at }: { at: string }) {
  const t = useText('vehicles');
  const format = useFormat();
  return <p className="s12 t2">{t('driver.since', { time: format.dateTime(at) })}</p>;
}

function Past({ drives }: { drives: Drive[] }) {
  const t = useText('vehicles');
  const format = useFormat();
  if (drives.length === 0) {
    return null;
  }
  return (
    <ul className="veh-drives" aria-label={t('driver.before')}>
      {drives.map(({ id, driver_name, from, to }) => (
        <li key={id}>
          <span className="grow ell">{driver_name}</span>
          <span className="t2 num s12">
            {format.dateTime(from)} – {format.time(to)}
          </span>
        </li>
      ))}
    </ul>
  );
}
