import { contributionsTo, loadRemoteModule, useManifestText, useShellInfo, useText, type CommandSource } from '@outrider/sdk';
import { useEffect, useMemo, useState } from 'react';

import { ownCommands } from './own-commands';
import type { ResultGroup } from './result-group';

/** How long typing pauses before remotes are asked, in milliseconds. */
const pauseMs = 80;

/** Finds what matches `text`: screens and actions at once, what remotes find as it comes. */
export function useResults(text: string): { groups: ResultGroup[]; isSearching: boolean } {
  const t = useText('shell');
  const manifestText = useManifestText();
  const info = useShellInfo();
  const [found, setFound] = useState<(ResultGroup & { order: number })[]>([]);
  const [isSearching, setSearching] = useState(false);

  const own = useMemo(
    () => ownCommands(info, manifestText, t).map(({ title, commands }) => ({ title, commands: commands.filter(({ label }) => matches(label, text)) })),
    [info, manifestText, t, text],
  );

  useEffect(() => {
    const leave = new AbortController();
    const typed = text.trim();
    if (typed === '') {
      setFound([]);
      setSearching(false);
      return undefined;
    }
    setSearching(true);
    const timer = setTimeout(() => {
      void searchRemotes(typed, leave.signal, (group) => setFound((others) => [...others.filter(({ order }) => order !== group.order), group].sort((a, b) => a.order - b.order))).then(() => {
        if (!leave.signal.aborted) {
          setSearching(false);
        }
      });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [text]);

  return { groups: [...own, ...found].filter(({ commands }) => commands.length > 0), isSearching };
}

/** Asks every remote that fills the slot; one that fails is left out. */
async function searchRemotes(text: string, signal: AbortSignal, show: (group: ResultGroup & { order: number }) => void): Promise<void> {
  await Promise.all(
    contributionsTo('command-palette').map(async (address, order) => {
      try {
        const { commands: source } = (await loadRemoteModule(address)) as { commands: CommandSource };
        const commands = await source.search(text, signal);
        if (!signal.aborted) {
          show({ title: source.title(), commands, order });
        }
      } catch (error) {
        if (!signal.aborted) {
          console.error(`search of ${address.remote}`, error);
        }
      }
    }),
  );
}

/** Every word that was typed begins a word of the label. */
function matches(label: string, text: string): boolean {
  const words = label.toLowerCase().split(/[\s-]+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((typed) => words.some((word) => word.startsWith(typed)));
}
