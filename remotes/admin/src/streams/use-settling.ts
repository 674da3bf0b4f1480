import { ApiError, confirm, snackbar, toast, useText } from '@outrider/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { settleLetters, type LetterFilter } from '../api/streams';

/** What happens to dead letters. */
export type Verb = 'replay' | 'discard';

/** Where a long work is. */
export interface Progress {
  verb: Verb;
  done: number;
  failed: number;
}

/** How many letters one call takes; the host takes as many. */
const atOnce = 100;

/** Replays and discards dead letters, a hundred at a time, and says how far it is. */
export function useSettling() {
  const t = useText('admin');
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const stopped = useRef(false);

  const settle = async (verb: Verb, chosen: number[] | LetterFilter) => {
    const count = Array.isArray(chosen) ? chosen.length : undefined;
    const title = count === undefined ? t(`letters.askAll.${verb}`) : t(`letters.ask.${verb}`, { count });
    if (!(await confirm({ title, text: t(`letters.askText.${verb}`), confirm: t(`letters.${verb}`), tone: verb === 'discard' ? 'danger' : 'plain' }))) {
      return false;
    }
    stopped.current = false;
    const total: Progress = { verb, done: 0, failed: 0 };
    let reason = '';
    try {
      for await (const { done, failed } of rounds(verb, chosen, () => stopped.current)) {
        total.done += done.length;
        total.failed += failed.length;
        reason = failed[0]?.reason ?? reason;
        setProgress({ ...total });
      }
      if (total.failed > 0) {
        snackbar(t('letters.someFailed', { done: total.done, failed: total.failed, reason }), undefined, 'error');
      } else {
        toast(t(`letters.settled.${verb}`, { count: total.done }));
      }
    } catch (error) {
      snackbar(error instanceof ApiError ? error.message : t('failed'), undefined, 'error');
    } finally {
      setProgress(undefined);
      await client.invalidateQueries({ queryKey: ['admin', 'letters'] });
    }
    return true;
  };
  const stop = () => {
    stopped.current = true;
  };
  return { settle, progress, stop };
}

async function* rounds(verb: Verb, chosen: number[] | LetterFilter, isStopped: () => boolean) {
  if (Array.isArray(chosen)) {
    for (let at = 0; at < chosen.length && !isStopped(); at += atOnce) {
      yield await settleLetters(verb, { sequences: chosen.slice(at, at + atOnce) });
    }
    return;
  }
  for (let before = 0; !isStopped(); ) {
    const outcome = await settleLetters(verb, { matching: chosen, ...(before > 0 ? { before } : {}) });
    yield outcome;
    before = outcome.next;
    if (before === 0) {
      return;
    }
  }
}
