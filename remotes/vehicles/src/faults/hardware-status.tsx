import { closeVehiclePanel, Failure, Icon, Loading, useText, type VehiclePanelProps } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';

import type { Fault } from '../api/faults';
import { Faults, OkBadge, useVehicleFaults } from './fault-list';
import { faultIcon, faultKinds, kindOf, type FaultKind } from './fault-kinds';

import './faults.css';

/** The hardware of one vehicle: each kind with OK or how many faults it has, and all of them below. */
export function HardwareStatus({ vehicle: { id, name }, close = closeVehiclePanel }: Pick<VehiclePanelProps, 'vehicle'> & { close?: () => void }) {
  const t = useText('vehicles');
  const faults = useVehicleFaults(id);
  return (
    <Modal title={t('faults.hardwareOf', { name })} width="sm" onClose={close}>
      {faults.isPending ? <Loading rows={4} /> : faults.isError ? <Failure error={faults.error} onRetry={() => void faults.refetch()} /> : <Kinds list={faults.data} />}
    </Modal>
  );
}

function Kinds({ list }: { list: Fault[] }) {
  const t = useText('vehicles');
  return (
    <div className="hardware">
      <div className="hardware-head">
        {list.length === 0 ? <OkBadge /> : (
          <span className="pill st-stationary">
            <Icon name="warning" small />
            {t('faults.count', { count: list.length })}
          </span>
        )}
      </div>
      <ul className="hardware-kinds">
        {faultKinds.map((kind) => (
          <KindTile key={kind} kind={kind} count={list.filter(({ type }) => kindOf(type) === kind).length} />
        ))}
      </ul>
      {list.length > 0 ? <Faults list={list} /> : null}
    </div>
  );
}

function KindTile({ kind, count }: { kind: FaultKind; count: number }) {
  const t = useText('vehicles');
  return (
    <li className={count > 0 ? 'st-stationary' : 'st-moving'}>
      <span className="tile tint">
        <Icon name={faultIcon(kind)} />
      </span>
      <span className="grow">{t(`fault.${kind}`)}</span>
      <b className="num">{count > 0 ? count : t('faults.ok')}</b>
    </li>
  );
}
