import { useShellInfo } from '@outrider/sdk';
import { useFormContext, useWatch } from '@outrider/sdk/inputs';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { tryFence, type Trial, type Tried, type TrialVisit } from '../api/trial';
import { changeOf, formOf, type FenceForm } from '../fence/fence-form';

/** How long the form rests until it is tried again, in milliseconds. */
const restMs = 500;

export type TrialState = { step: 'idle' } | { step: 'running'; done: number; of: number; last?: Trial } | { step: 'done'; trial: Trial } | { step: 'failed'; error: unknown };

/** Tries what the form says: when it is asked to, and from then on whenever the form changes. */
export function useTrial(fenceId: string | undefined): { state: TrialState; start: () => void; cancel: () => void; canStart: boolean } {
  const { control } = useFormContext<FenceForm>();
  const { session } = useShellInfo();
  const values = useWatch({ control }) as Partial<FenceForm>;
  const key = useMemo(() => {
    const tried = triedOf({ ...formOf(undefined, [], session.Org.zone || 'UTC'), ...values });
    return JSON.stringify(tried && { ...tried, ...(fenceId ? { geofence_id: fenceId } : {}) });
  }, [values, session.Org.zone, fenceId]);
  const canStart = key !== 'null';
  const [state, setState] = useState<TrialState>({ step: 'idle' });
  const running = useRef<AbortController>(undefined);
  const wanted = state.step !== 'idle';
  const run = useCallback(() => {
    running.current?.abort();
    const tried = JSON.parse(key) as Tried | null;
    if (!tried) return;
    const { signal } = (running.current = new AbortController());
    const unless = (next: (before: TrialState) => TrialState) => setState((before) => (signal.aborted ? before : next(before)));
    setState((before) => {
      const last = wholeOf(before);
      return { step: 'running', done: 0, of: 0, ...(last ? { last } : {}) };
    });
    tryFence(tried, (done, of, visits) => unless((before) => ({ step: 'running', done, of, last: wholeOf(before) ?? soFar(done, of, visits) })), signal).then(
      (trial) => unless(() => ({ step: 'done', trial })),
      (error: unknown) => unless(() => ({ step: 'failed', error })),
    );
  }, [key]);
  const cancel = () => {
    running.current?.abort();
    setState({ step: 'idle' });
  };
  useEffect(() => () => running.current?.abort(), []);
  const tried = useRef(key);
  useEffect(() => {
    if (!wanted || tried.current === key) return undefined;
    const timer = setTimeout(() => {
      tried.current = key;
      run();
    }, restMs);
    return () => clearTimeout(timer);
  }, [wanted, key, run]);
  const start = () => {
    tried.current = key;
    run();
  };
  return { state, start, cancel, canStart };
}

/** The last trial that came to its end. */
function wholeOf(state: TrialState): Trial | undefined {
  const trial = state.step === 'done' ? state.trial : state.step === 'running' ? state.last : undefined;
  return trial?.sofar ? undefined : trial;
}

const lengthMs = 30 * 86_400_000;

/** The figures of a trial that is under way. */
export function soFar(done: number, of: number, visits: TrialVisit[]): Trial {
  const toMs = Date.now();
  const events = visits.reduce((sum, visit) => sum + (visit.events?.length ?? 0), 0);
  return { visits, sofar: true, total: { vehicles: done, of, visits: visits.length, events, from_ms: toMs - lengthMs, to_ms: toMs, cut: false } };
}

/** What is tried of a form; nothing while it has no shape or no trigger. */
function triedOf(form: FenceForm): Tried | null {
  const { shape, triggers, active_period, all_vehicles = false, vehicle_ids = [], group_ids = [] } = changeOf(form);
  const has = triggers && (triggers.enter || triggers.leave || triggers.speed_above_kmh != null || triggers.speed_below_kmh != null || triggers.park_inside_s != null);
  return shape && active_period && has ? { shape, triggers, active_period, all_vehicles, vehicle_ids, group_ids } : null;
}
