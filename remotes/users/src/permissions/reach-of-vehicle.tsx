import { Icon, IconButton, useText, type VehiclePanelProps } from '@outrider/sdk';

import { ReachView } from './reach-view';

/** Who can see a vehicle, for the panel that its actions open. */
export function ReachOfVehicle({ vehicle, close }: VehiclePanelProps) {
  const t = useText('users');
  const tSdk = useText();
  return (
    <section aria-label={t('why.who')}>
      <header className="panel-head">
        <h2 className="ell">{t('why.who')}</h2>
        <span className="grow" />
        <IconButton label={tSdk('action.close')} onClick={close}>
          <Icon name="close" />
        </IconButton>
      </header>
      <ReachView name={vehicle.name} permission="viewVehicle" vehicleId={vehicle.id} />
    </section>
  );
}
