import { contributionsTo, loadRemoteModule, useShellInfo, type AttentionGroup, type AttentionSource } from '@outrider/sdk';
import { useEffect, useState } from 'react';

/** What waits, by the remotes that say so. */
export interface Attention {
  groups: readonly AttentionGroup[];
  /** A remote has not answered yet. */
  isPending: boolean;
  /** A remote could not be asked: there may be more. */
  isFailed: boolean;
  retry: () => void;
}

/** Groups of a remote; undefined where it could not be asked. */
type Answers = ReadonlyMap<string, readonly AttentionGroup[] | undefined>;

/** Runs what remotes contribute to the slot `attention`. */
export function useAttention(days: number): Attention {
  const { plugins } = useShellInfo();
  const [answers, setAnswers] = useState<Answers>(new Map());
  const [expected, setExpected] = useState(1);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let left = false;
    const stops: (() => void)[] = [];
    const sources = contributionsTo('attention');
    setExpected(sources.length);
    setAnswers((before) => new Map([...before].filter(([remote]) => sources.some((one) => one.remote === remote))));
    for (const address of sources) {
      const set = (groups: readonly AttentionGroup[] | undefined) => {
        if (!left) {
          setAnswers((before) => new Map(before).set(address.remote, groups));
        }
      };
      loadRemoteModule(address)
        .then((loaded) => {
          if (!left) {
            stops.push((loaded as { attention: AttentionSource }).attention.start(set, days));
          }
        })
        .catch((error: unknown) => {
          console.error(`attention of ${address.remote}`, error);
          set(undefined);
        });
    }
    return () => {
      left = true;
      stops.forEach((stop) => stop());
    };
  }, [plugins, days, attempt]);

  const groups = [...answers.values()].flatMap((one) => one ?? []).sort((a, b) => a.order - b.order);
  return { groups, isPending: answers.size < expected, isFailed: [...answers.values()].includes(undefined), retry: () => setAttempt(attempt + 1) };
}
