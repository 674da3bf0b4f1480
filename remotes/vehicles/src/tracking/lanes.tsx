import { contributionsTo, labelled, loadRemoteModule, useText, type ActionVehicle, type TrackLane, type TrackLaneSource } from '@outrider/sdk';
import { useQueries, useQuery } from '@tanstack/react-query';

import type { Span } from './draw-strip';

/** A lane under the chart that another plugin brings. */
export interface ShownLane {
  id: string;
  label: string;
  state: 'pending' | 'failed' | 'loaded';
  /** Why there is nothing. */
  reason: string;
  stretches: readonly { fromMs: number; toMs: number }[];
}

/** What plugins know of a vehicle's time, such as its footage. */
export function useLanes(vehicle: ActionVehicle | undefined, span: { fromMs: number; toMs: number; zone: string } | undefined): ShownLane[] {
  const offered = useQuery({
    queryKey: ['track-lanes', vehicle?.id, vehicle?.deviceId],
    queryFn: async () => (vehicle ? (await Promise.all(contributionsTo('track-lanes').map((address) => lanesOf(address, vehicle)))).flat() : []),
    enabled: vehicle !== undefined,
    staleTime: Infinity,
  });
  const lanes = offered.data ?? none;
  return useQueries({
    queries: lanes.map((lane) => ({
      queryKey: ['track-lane', lane.id, vehicle?.id, span?.fromMs, span?.toMs],
      queryFn: ({ signal }: { signal: AbortSignal }) => (span ? lane.load(span, signal) : []),
      enabled: span !== undefined,
      staleTime: 60_000,
      retry: false,
    })),
    combine: (answers) =>
      lanes.map(({ id, label }, index): ShownLane => {
        const answer = answers[index];
        return {
          id, label, state: answer?.isError ? 'failed' : answer?.data ? 'loaded' : 'pending', reason: answer?.error instanceof Error ? answer.error.message : '', stretches: answer?.data ?? [],
        };
      }),
  });
}

const none: TrackLane[] = [];

async function lanesOf(address: { remote: string; module: string }, vehicle: ActionVehicle): Promise<TrackLane[]> {
  try {
    const { trackLanes } = (await loadRemoteModule(address)) as { trackLanes: TrackLaneSource };
    return await trackLanes(vehicle);
  } catch (error) {
    console.error(`lanes of ${address.remote}`, error);
    return [];
  }
}

/** The lanes, one below the other. */
export function Lanes({ lanes, view }: { lanes: readonly ShownLane[]; view: Span }) {
  const t = useText('tracking');
  const place = (at: number) => ((Math.min(view.to, Math.max(view.from, at)) - view.from) / (view.to - view.from)) * 100;
  return lanes.map(({ id, label, state, reason, stretches }) => (
    <div key={id} className="trk-lane" role="img" aria-label={state === 'failed' ? labelled(label, reason ?? '') : t('strip.lane', { label, count: stretches.length })}>
      {state === 'failed' ? <span className="s11 t3 ell">{reason}</span> : null}
      {state === 'loaded' && stretches.length === 0 ? <span className="s11 t3 ell">{t('strip.noneRecorded')}</span> : null}
      {stretches.filter(({ fromMs, toMs }) => toMs > view.from && fromMs < view.to).map(({ fromMs, toMs }) => (
        <i key={fromMs} style={{ left: `${place(fromMs)}%`, width: `${place(toMs) - place(fromMs)}%` }} />
      ))}
    </div>
  ));
}
