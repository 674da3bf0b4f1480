import { useShellInfo } from '@outrider/sdk';
import { useFormContext, useWatch } from '@outrider/sdk/inputs';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { tryFence, type Trial, type Tried } from '../api/trial';
import { changeOf, formOf, type FenceForm } from '../form/fence-form';

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
    setState((before) => ({ step: 'running', done: 0, of: 0, ...(before.step === 'done' ? { last: before.trial } : before.step === 'running' && before.last ? { last: before.last } : {}) }));
    tryFence(tried, (done, of) => unless((before) => ({ ...before, step: 'running', done, of })), signal).then(
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

/** What is tried of a form; nothing while it has no shape or no trigger. */
function triedOf(form: FenceForm): Tried | null {
  const { shape, triggers, active_period, all_vehicles = false, vehicle_ids = [], group_ids = [] } = changeOf(form);
  const has = triggers && (triggers.enter || triggers.leave || triggers.speed_above_kmh != null || triggers.speed_below_kmh != null || triggers.park_inside_s != null);
  return shape && active_period && has ? { shape, triggers, active_period, all_vehicles, vehicle_ids, group_ids } : null;
}
