import { Button, Icon, runVehicleAction, usePermission, useText, type OfferedAction } from '@outrider/sdk';
import { MenuItem } from '@outrider/sdk/mui';

import { MenuButton } from '../controls/menu-button';
import type { FleetVehicle } from '../fleet/vehicle';
import { copyCoordinates } from '../fleet/copy-coordinates';
import { showRecentRoute, useRecentRoute } from '../state/use-recent-route';
import { actionVehicleOf, useVehicleActions } from '../state/use-vehicle-actions';

interface ActionButtonsProps {
  vehicle: FleetVehicle;
  isFollowing: boolean;
  onFollow: (on: boolean) => void;
}

/** How many actions have a button of their own. */
const mostButtons = 3;
/** Actions from this place on are only in the menu. */
const menuFrom = 50;

/** What can be done with a vehicle: what other plugins bring, and what the map itself can. */
export function ActionButtons({ vehicle, isFollowing, onFollow }: ActionButtonsProps) {
  const t = useText('vehicles');
  const actions = useVehicleActions(vehicle);
  const { position } = vehicle;
  const hasRoute = useRecentRoute();
  const mayTrack = usePermission('TrackVehicle');
  const mayShowRoute = usePermission('ViewVehicleRoutes') && mayTrack;
  const follow = t(isFollowing ? 'map.stopFollowing' : 'map.follow');
  const run = (action: OfferedAction) => runVehicleAction(action, actionVehicleOf(vehicle));
  const copy = () => position && void copyCoordinates(position);

  const prominent = actions.filter(({ order }) => order < menuFrom).slice(0, mostButtons);
  const others = actions.filter((action) => !prominent.includes(action));
  if (prominent.length === 0 && others.length === 0) {
    return (
      <>
        <Button variant={isFollowing ? 'soft' : 'primary'} disabled={!position} onClick={() => onFollow(!isFollowing)}>
          <Icon name="target" small />
          {follow}
        </Button>
        <Button disabled={!position} onClick={copy}>
          <Icon name="place" small />
          {t('map.copyCoordinates')}
        </Button>
      </>
    );
  }
  return (
    <>
      {prominent.map((action, i) => (
        <Button key={action.id} variant={i === 0 ? 'primary' : 'secondary'} disabled={action.disabled} title={action.hint ?? action.label} onClick={() => run(action)}>
          {action.icon ? <Icon name={action.icon} small /> : null}
          <span>{action.label}</span>
        </Button>
      ))}
      {prominent.length === 0 ? (
        <Button variant={isFollowing ? 'soft' : 'primary'} disabled={!position} onClick={() => onFollow(!isFollowing)}>
          <Icon name="target" small />
          {follow}
        </Button>
      ) : null}
      <MenuButton icon="more" variant="outlined" label={t('popup.more')}>
        {(close) => [
          ...others.map((action) => (
            <MenuItem key={action.id} disabled={action.disabled} onClick={() => { run(action); close(); }}>
              {action.label}
            </MenuItem>
          )),
          <MenuItem key="follow" disabled={!position} onClick={() => { onFollow(!isFollowing); close(); }}>{follow}</MenuItem>,
          mayShowRoute ? <MenuItem key="route" onClick={() => { showRecentRoute(!hasRoute); close(); }}>{t(hasRoute ? 'map.hideRoute' : 'map.showRoute')}</MenuItem> : null,
          <MenuItem key="copy" disabled={!position} onClick={() => { copy(); close(); }}>{t('map.copyCoordinates')}</MenuItem>,
        ]}
      </MenuButton>
    </>
  );
}
