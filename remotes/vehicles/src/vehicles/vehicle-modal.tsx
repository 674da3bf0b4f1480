import { announcedFor, Failure, Loading, RemotePart, usePermission, useManifestText, useShellInfo, useText, type Announcement } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import type { Group } from '../api/get-groups';
import { defaultDevice } from '../api/get-vehicles';
import { getVehicle, type VehicleDetail } from '../api/vehicle-list';
import { DevicesTab } from './devices-tab';
import { supportRoles } from './support-roles';
import { Tabs, type Tab } from './tabs';
import { VehicleTab } from './vehicle-tab';

interface VehicleModalProps {
  /** Undefined adds a vehicle. */
  id: string | undefined;
  groups: Group[];
  onClose: () => void;
  /** Something changed that the list shows. */
  onChanged: () => void;
}

/** All about one vehicle: what it is, its devices, and what other plugins keep of it. */
export function VehicleModal({ id, groups, onClose, onChanged }: VehicleModalProps) {
  const t = useText('vehicles');
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<string>();
  const shownId = created ?? id;
  const key = ['vehicle', shownId];
  const { data, error, isPending, refetch } = useQuery({ queryKey: key, queryFn: ({ signal }) => getVehicle(shownId ?? '', signal), enabled: shownId !== undefined });
  const tabs = useTabs(data);
  const [tab, setTab] = useState('vehicle');
  const saved = (vehicle: VehicleDetail) => {
    queryClient.setQueryData(['vehicle', vehicle.id], vehicle);
    onChanged();
  };
  const changed = () => {
    void refetch();
    onChanged();
  };
  const head = <Tabs label={t('vehicle.tabs')} tabs={tabs} shown={tab} onShow={setTab} />;
  if (shownId !== undefined && (isPending || error)) {
    return (
      <Modal title={t('vehicle.details')} width="md" head={head} onClose={onClose}>
        {error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={6} />}
      </Modal>
    );
  }
  return (
    <Modal title={data?.vehicle_name ?? t('vehicle.new')} hint={data ? [data.key, [data.make, data.model].filter(Boolean).join(' '), data.group].filter(Boolean).join(' · ') : t('vehicle.newHint')} width="md" head={head} onClose={onClose}>
      <div role="tabpanel" id={`vehicle-panel-${tab}`} aria-labelledby={`vehicle-tab-${tab}`}>
        {tab === 'vehicle' ? (
          <VehicleTab
            vehicle={data}
            groups={groups}
            onCancel={onClose}
            onSaved={(vehicle) => {
              saved(vehicle);
              if (shownId === undefined) {
                setCreated(vehicle.id);
                setTab('devices');
              }
            }}
          />
        ) : tab === 'devices' && data ? (
          <DevicesTab vehicle={data} onChanged={changed} />
        ) : data ? (
          <ContributedTab tab={tab} vehicle={data} />
        ) : null}
      </div>
    </Modal>
  );
}

/** The tabs: two of our own, and those that other plugins bring. Without its permission a tab stays, disabled, and says why. */
function useTabs(vehicle: VehicleDetail | undefined): Tab[] {
  const t = useText('vehicles');
  const text = useManifestText();
  const info = useShellInfo();
  const mayDevices = usePermission('viewDeviceInfo');
  return useMemo(() => {
    const why = (isAllowed: boolean) => (!isAllowed ? { disabled: t('vehicle.mayNotTab') } : vehicle ? {} : { disabled: t('vehicle.saveFirst') });
    return [
      { id: 'vehicle', label: t('vehicle.tabVehicle') },
      { id: 'devices', label: t('vehicle.tabDevices'), ...(vehicle ? { count: vehicle.devices.length } : {}), ...why(mayDevices) },
      ...(info ? announcedFor('vehicle-tabs') : []).map((one) => ({ id: idOf(one), label: one.label ? text(one.label) : one.id, ...why(one.isAllowed) })),
    ];
  }, [t, text, info, mayDevices, vehicle]);
}

const idOf = ({ remote, id }: Announcement) => `${remote}-${id}`.replace(/[^\w-]/g, '');

function ContributedTab({ tab, vehicle }: { tab: string; vehicle: VehicleDetail }) {
  const { session } = useShellInfo();
  const text = useManifestText();
  const device = defaultDevice(vehicle.devices);
  const props = useMemo(
    () => ({ vehicleId: vehicle.id, deviceId: device?.device_id, isAdminUser: supportRoles.has(session.user.Role.name) }),
    [vehicle.id, device?.device_id, session.user.Role.name],
  );
  const one = announcedFor('vehicle-tabs').find((announced) => idOf(announced) === tab);
  if (!one?.module) {
    return null;
  }
  return <RemotePart address={{ remote: one.remote, module: one.module }} {...(one.label ? { title: text(one.label) } : {})} props={props} />;
}
