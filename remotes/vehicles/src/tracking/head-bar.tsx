import { addDays, ApiError, Button, daysBetween, Icon, IconButton, RemoveButton, saveBlob, snackbar, translate, usePermission, useText } from '@outrider/sdk';
import { DateTimeRangePicker } from '@outrider/sdk/inputs';
import { MenuItem } from '@outrider/sdk/mui';
import { VehicleSelectorDialog } from '@outrider/sdk/select';
import { startTask } from '@outrider/sdk/tasks';
import { useState } from 'react';

import type { VehicleRecord } from '../api/get-vehicles';
import { MenuButton } from '../controls/menu-button';
import { typeIcon } from '../fleet/vehicle';
import { fetchRaw, fileFormats, filePath, type Range } from './api';
import { mostDays, mostVehicles, type Place } from './use-place';

interface HeadBarProps {
  place: Place;
  onPlace: (change: Partial<Place>) => void;
  vehicles: readonly { id: string; vehicle: VehicleRecord | undefined; color: string | undefined }[];
  range: Range;
  zone: string | undefined;
}

/** Which vehicles and which time; and what can be taken away of it. */
export function HeadBar({ place, onPlace, vehicles, range, zone }: HeadBarProps) {
  const t = useText('tracking');
  const [choosing, setChoosing] = useState<'vehicle' | 'vehicles'>();
  const [first, ...others] = vehicles;
  const days = daysBetween(place.start.slice(0, 10), place.end.slice(0, 10)) + 1;
  const move = (by: number) => onPlace({ start: addDays(place.start.slice(0, 10), by * days) + place.start.slice(10), end: addDays(place.end.slice(0, 10), by * days) + place.end.slice(10) });
  return (
    <header className="trk-head">
      <Button className="trk-vehicle" aria-label={t('head.choose', { name: first?.vehicle?.vehicle_name ?? '' })} onClick={() => setChoosing('vehicle')}>
        <Icon name={typeIcon(first?.vehicle?.vehicle_type ?? '')} />
        <span className="trk-vehicle-name">
          <b className="ell">{first?.vehicle?.vehicle_name ?? t('head.none')}</b>
          {first?.vehicle ? <small className="ell t2">{[first.vehicle.key, first.vehicle.group].filter(Boolean).join(' · ')}</small> : null}
        </span>
        <Icon name="chevron-down" small />
      </Button>
      {others.map(({ id, vehicle, color }) => (
        <span key={id} className="chip trk-other">
          <i className="dot" style={{ background: color }} />
          <button type="button" className="trk-chip" title={t('head.show', { name: vehicle?.vehicle_name ?? id })} onClick={() => onPlace({ ids: [id, ...place.ids.filter((one) => one !== id)] })}>{vehicle?.vehicle_name ?? id}</button>
          <RemoveButton label={t('head.remove', { name: vehicle?.vehicle_name ?? id })} onClick={() => onPlace({ ids: place.ids.filter((one) => one !== id) })} />
        </span>
      ))}
      <Button variant="quiet" disabled={!first} onClick={() => setChoosing('vehicles')}>
        <Icon name="plus" small />
        {t('head.compare')}
        <span className="t3 num">{t('head.of', { count: place.ids.length, most: mostVehicles })}</span>
      </Button>
      <div className="trk-range">
        <IconButton label={t('head.before')} onClick={() => move(-1)}><Icon name="chevron-left" /></IconButton>
        <DateTimeRangePicker label={t('head.range')} value={place} onChange={({ start, end }) => onPlace({ start, end })} maxDays={mostDays} {...(zone ? { zone } : {})} />
        <IconButton label={t('head.after')} onClick={() => move(1)}><Icon name="chevron-right" /></IconButton>
      </div>
      <span className="grow" />
      <IconButton variant="outlined" label={t('head.link')} onClick={() => void copyLink()}><Icon name="external" /></IconButton>
      {first?.vehicle ? <ExportMenu vehicle={first.vehicle} range={range} /> : null}
      {choosing ? (
        <VehicleSelectorDialog
          mode={choosing}
          value={choosing === 'vehicle' ? place.ids.slice(0, 1) : [...place.ids]}
          onOk={(ids) => {
            setChoosing(undefined);
            if (ids.length > mostVehicles) snackbar(t('head.tooMany', { most: mostVehicles }));
            if (ids.length > 0) onPlace({ ids: (choosing === 'vehicle' ? [...ids, ...place.ids.slice(1).filter((id) => !ids.includes(id))] : ids).slice(0, mostVehicles) });
          }}
          onCancel={() => setChoosing(undefined)}
        />
      ) : null}
    </header>
  );
}

async function copyLink(): Promise<void> {
  await navigator.clipboard.writeText(location.href);
  snackbar(translate('tracking:head.linkCopied'));
}

/** Saves the track as a file, for those who may take routes away. */
function ExportMenu({ vehicle, range }: { vehicle: VehicleRecord; range: Range }) {
  const t = useText('tracking');
  if (!usePermission('ViewVehicleRoutes')) return null;
  return (
    <MenuButton label={t('export.title')} face={<><Icon name="download" small />{t('export.title')}</>}>
      {(close) => fileFormats.map((format) => (
        <MenuItem key={format} onClick={() => { close(); save(vehicle, range, format); }}>{t(`export.${format}`)}</MenuItem>
      ))}
    </MenuButton>
  );
}

function save(vehicle: VehicleRecord, range: Range, format: (typeof fileFormats)[number]): void {
  startTask({
    title: translate('tracking:export.of', { vehicle: vehicle.vehicle_name, format: format.toUpperCase() }),
    run: async (report, signal) => {
      const response = await fetchRaw(filePath(vehicle.id, range, format), { signal });
      const parts: BlobPart[] = [];
      let bytes = 0;
      const reader = response.body?.getReader();
      for (;;) {
        const piece = await reader?.read().catch((cause: unknown) => {
          throw signal.aborted ? cause : new ApiError({ kind: 'unavailable', status: 0, title: translate('tracking:export.cut'), cause });
        });
        if (!piece || piece.done) break;
        parts.push(piece.value);
        bytes += piece.value.byteLength;
        report(undefined, translate('tracking:export.kilobytes', { size: Math.round(bytes / 1000) }));
      }
      saveBlob(new Blob(parts, { type: response.headers.get('Content-Type') ?? 'application/octet-stream' }), `${vehicle.vehicle_name} ${range.start.slice(0, 16).replace(':', '-')}.${format}`);
    },
  });
}
