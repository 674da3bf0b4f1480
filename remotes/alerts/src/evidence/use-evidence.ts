import { usePermission, usePush } from '@outrider/sdk';
import type { ImuSample, TrackingSample } from '@outrider/sdk/device-files';
import type { PlayerChannel } from '@outrider/sdk/player';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Alert } from '../api/alert';
import type { EvidenceFile } from '../api/evidence';
import { evidenceKey, filesOf, filesQuery, imuQuery, trackingQuery } from './queries';

/** How a medium stands: on the way, being loaded, not to be had, not recorded, or there to be shown. */
export type MediaState = 'pending' | 'loading' | 'failed' | 'none' | 'showing';

/** A medium that is one file, such as the route. */
export interface Medium<T> {
  state: MediaState;
  /** Percent of its way here. */
  progress: number;
  data?: T | undefined;
  error?: unknown;
}

/** The evidence of an alert, as far as it is here. */
export interface Evidence {
  files: EvidenceFile[] | undefined;
  /** The list of files cannot be read. */
  error: unknown;
  video: MediaState;
  channels: PlayerChannel[];
  pictures: EvidenceFile[];
  tracking: Medium<TrackingSample[]>;
  imu: Medium<ImuSample[]>;
  /** Reads everything again. */
  refresh: () => void;
}

/** Reads the evidence of an alert, and follows its upload. */
export function useEvidence(alert: Alert, cameraOf: (channel: number) => string): Evidence {
  const client = useQueryClient();
  const list = useQuery(filesQuery(alert));
  const files = list.data?.files;
  const id = alert.fileset_request_id;
  const mayHear = usePermission('getFileProgressUpdates');
  const isPending = files?.some(({ state }) => state === 'pending') ?? false;
  const again = () => void client.invalidateQueries({ queryKey: [...evidenceKey, 'files', alert.alert_id] });
  usePush(mayHear && id && isPending ? { topic: 'filesetRequest', context: 'filesetRequest', values: [id], onValues: again, onResync: again } : undefined);

  const trackingFile = files && filesOf(files, 'tracking')[0];
  const imuFile = files && filesOf(files, 'imu')[0];
  const tracking = useQuery(trackingQuery(trackingFile?.id ?? '', trackingFile?.link ?? ''));
  const imu = useQuery(imuQuery(imuFile?.id ?? '', imuFile?.link ?? ''));
  const channels = useMemo(() => (files ? filesOf(files, 'video').map((file) => channelOf(file, cameraOf)) : []), [files, cameraOf]);
  const isLoading = list.isPending;
  return {
    files,
    error: list.error ?? undefined,
    video: isLoading ? 'loading' : videoState(filesOf(files ?? [], 'video')),
    channels,
    pictures: files ? filesOf(files, 'pictures') : [],
    tracking: mediumOf(trackingFile, isLoading, tracking),
    imu: mediumOf(imuFile, isLoading, imu),
    refresh: () => void client.invalidateQueries({ queryKey: evidenceKey }),
  };
}

/** Videos are pending until each has come or cannot be had. */
function videoState(videos: readonly EvidenceFile[]): MediaState {
  if (videos.length === 0) return 'none';
  if (videos.some(({ state }) => state === 'pending')) return 'pending';
  return videos.some(({ state }) => state === 'ready') ? 'showing' : 'failed';
}

function channelOf({ channel, link: url, startMs, durationMs }: EvidenceFile, cameraOf: (channel: number) => string): PlayerChannel {
  return { channel, label: cameraOf(channel), url, startMs, durationMs, failed: url === '' };
}

interface Reading<T> {
  data: T | undefined;
  error: unknown;
}

function mediumOf<T extends readonly unknown[]>(file: EvidenceFile | undefined, isLoading: boolean, { data, error }: Reading<T>): Medium<T> {
  const progress = file?.progress ?? 0;
  if (isLoading) return { state: 'loading', progress };
  if (!file) return { state: 'none', progress };
  if (file.state !== 'ready') return { state: file.state === 'pending' ? 'pending' : 'failed', progress };
  if (error) return { state: 'failed', progress, error };
  if (!data) return { state: 'loading', progress };
  return data.length > 0 ? { state: 'showing', progress, data } : { state: 'none', progress };
}
