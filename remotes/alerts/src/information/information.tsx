import { useFormat, useText, type TextKey } from '@outrider/sdk';

import { raisedLines } from '../alert/raised-lines';
import type { Alert } from '../api/alert';
import type { EvidenceFile } from '../api/evidence';
import { InfoLines } from './info-lines';

interface InformationProps {
  alert: Alert;
  /** Of its evidence, as far as they are known. */
  files?: readonly EvidenceFile[] | undefined;
}

/** What is known of the alert; what is not known is left out. */
export function Information({ alert, files }: InformationProps) {
  const t = useText('alerts');
  const format = useFormat();
  const { accel_g, predictions } = alert;
  const probability = predictions[0]?.pred_prob;
  const known: [string, string | undefined][] = [
    ['speed', alert.speed_kmh == null ? undefined : format.speed(alert.speed_kmh)],
    ['limit', alert.limit == null ? undefined : format.speed(alert.limit)],
    ['peak', accel_g ? `x ${signed(accel_g.x)}  y ${signed(accel_g.y)}  z ${signed(accel_g.z - 1)} g` : undefined],
    ['duration', alert.duration_ms == null ? undefined : `${format.number(alert.duration_ms / 1000, 1)} s`],
    ['certainty', probability === undefined ? undefined : format.percent(Math.round(probability * 100))],
    ['camera', alert.channel ? `CH${alert.channel}` : undefined],
    ['input', alert.pin ? alert.pin_name : undefined],
    ['device', alert.device_id || undefined],
    ['evidence', files ? said(files) || undefined : undefined],
  ];
  const lines = [...raisedLines(format, alert), ...known.map(([name, value]) => [t(`info.${name}` as TextKey<'alerts'>), value] as const)];
  return <InfoLines lines={lines} />;

  function signed(g: number): string {
    return `${g < 0 ? '−' : '+'}${format.number(Math.abs(g), 2)}`;
  }

  /** `4 of 4 videos, GPS, IMU`. */
  function said(all: readonly EvidenceFile[]): string {
    const videos = all.filter(({ kind }) => kind === 'video');
    const ready = (kind: EvidenceFile['kind']) => all.some((file) => file.kind === kind && file.state === 'ready');
    const count = videos.filter(({ state }) => state === 'ready').length;
    return [
      videos.length > 0 ? t('info.videos', { ready: count, count: videos.length }) : '',
      ready('pictures') ? t('media.snapshots') : '',
      ready('tracking') ? 'GPS' : '',
      ready('imu') ? 'IMU' : '',
    ].filter(Boolean).join(', ');
  }
}
