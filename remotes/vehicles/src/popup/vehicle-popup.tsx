import { Button, Icon, IconButton, openPath, placeName, speedIn, useFormat, useText, type TextKey } from '@outrider/sdk';
import type { Ref } from 'react';

import { compassKey, STATUS_TOKEN, STATUS_WORD, typeIcon, type FleetVehicle } from '../fleet/vehicle';
import { useMoment } from '../state/use-moment';
import { useNow } from '../state/use-now';
import { ActionButtons } from './action-buttons';
import { VehicleDataScroll, VehicleDataSections } from './vehicle-data';

import './popup.css';

interface VehiclePopupProps {
  vehicle: FleetVehicle;
  isFollowing: boolean;
  onFollow: (on: boolean) => void;
  onClose: () => void;
  ref: Ref<HTMLElement>;
}

/** What is known of the selected vehicle, beside its marker. Whoever holds the ref moves it with the marker. */
export function VehiclePopup({ vehicle, isFollowing, onFollow, onClose, ref }: VehiclePopupProps) {
  const t = useText('vehicles');
  const tSdk = useText();
  const at = useMoment();
  const { name, makeModel, key, group, type, status } = vehicle;
  const follow = t(isFollowing ? 'map.stopFollowing' : 'map.follow');
  return (
    <article ref={ref} className={`popup float st-${STATUS_TOKEN[status]}`} aria-label={name}>
      <header className="popup-head">
        <span className="tile tint">
          <Icon name={typeIcon(type)} />
        </span>
        <div className="grow">
          <h3 className="ell">
            {name} {makeModel ? <span>· {makeModel}</span> : null}
          </h3>
          <p className="s12 t2 ell">{[key, group].filter(Boolean).join(' · ')}</p>
        </div>
        <IconButton size="small" isOn={isFollowing} label={follow} aria-pressed={isFollowing} disabled={!vehicle.position} onClick={() => onFollow(!isFollowing)}>
          <Icon name="target" />
        </IconButton>
        <IconButton size="small" label={tSdk('action.close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      <Now vehicle={vehicle} />
      <VehicleDataScroll label={name}>
        <Facts vehicle={vehicle} />
        {at === undefined ? <VehicleDataSections vehicleId={vehicle.id} /> : null}
      </VehicleDataScroll>
      <footer className="popup-foot">
        {at === undefined ? (
          <ActionButtons {...{ vehicle, isFollowing, onFollow }} />
        ) : (
          <Button size="small" onClick={() => openPath(`/tracking?id=${encodeURIComponent(vehicle.id)}&at=${at}`)}>
            <Icon name="tracking" small />
            {t('past.track')}
          </Button>
        )}
      </footer>
    </article>
  );
}

/** Speed against the limit, state, direction, age. */
export function Now({ vehicle: { status, speedKmh, limitKmh, headingDeg, ignition, lastSeen, tripStart } }: { vehicle: FleetVehicle }) {
  const t = useText('vehicles');
  const tSdk = useText();
  const format = useFormat();
  const now = useNow();
  const inUnit = (kmh: number) => format.number(Math.round(speedIn(format.settings.units, kmh)));
  const isKnown = status !== 'OFFLINE' && status !== 'UNKNOWN' && speedKmh !== undefined;
  const tripWords = () => {
    if (tripStart !== undefined && status !== 'OFFLINE') return t('popup.trip', { duration: format.duration(Math.max(0, now - tripStart) / 1000) });
    return ignition === undefined || status === 'OFFLINE' ? undefined : t(ignition ? 'popup.ignitionOn' : 'popup.ignitionOff');
  };
  const words = [status === 'MOVING' ? t(compassKey(headingDeg)) : undefined, tripWords()];
  return (
    <div className="popup-now">
      <div className="popup-speed num">
        {isKnown ? inUnit(speedKmh) : '–'}
        <span> {format.speedUnit}</span>
      </div>
      {isKnown && limitKmh !== undefined ? (
        <span className="roundel num" role="img" aria-label={t('popup.limit', { speed: format.speed(limitKmh) })} title={t('popup.limit', { speed: format.speed(limitKmh) })}>
          {inUnit(limitKmh)}
        </span>
      ) : null}
      <span className="vr" />
      <div className="grow">
        <span className="status">
          <i className="dot" />
          {tSdk(STATUS_WORD[status])}
        </span>
        <div className="s12 t2 ell">{words.filter(Boolean).join(' · ') || t('row.noSignal')}</div>
      </div>
      <div className="s12 t3 num popup-age">{lastSeen === undefined ? t('row.never') : format.age(lastSeen, now)}</div>
    </div>
  );
}

function Facts({ vehicle: { place, mileageKm, deviceModel, channels, signal, status, driver } }: { vehicle: FleetVehicle }) {
  const t = useText('vehicles');
  const format = useFormat();
  const bars = status === 'OFFLINE' ? 0 : signal;
  const device = [deviceModel, channels > 0 ? t('popup.channels', { count: channels }) : ''].filter(Boolean).join(' · ');
  return (
    <dl className="popup-facts">
      <Fact name={t('popup.place')} value={placeName(place) || t('place.notKnown')} />
      {driver ? <Fact name={t('popup.driver')} value={driver} /> : <Fact name={t('popup.mileage')} value={mileageKm === undefined ? '–' : format.distance(mileageKm * 1000, 0)} />}
      <Fact name={t('popup.device')} value={device || t('popup.noDevice')} />
      <div className="kv">
        <dt>{t('popup.signal')}</dt>
        <dd className="popup-signal">
          {bars === undefined ? null : <Icon name="signal" small className={bars >= 3 ? 'good' : 'weak'} />}
          {bars === undefined ? '–' : t(`signal.${Math.max(0, Math.min(5, Math.round(bars)))}` as TextKey<'vehicles'>)}
        </dd>
      </div>
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="kv">
      <dt>{name}</dt>
      <dd className="ell" title={value}>
        {value}
      </dd>
    </div>
  );
}
