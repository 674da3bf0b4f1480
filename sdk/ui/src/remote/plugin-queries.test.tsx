import { QueryClient, useQuery } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { chooseGroup, setShellInfo } from '../session';
import { aShellInfo, renderInRemote } from '../testing';
import { PluginQueryClient, useSharedQueries } from './plugin-queries';
import { createQueryClient } from './query-client';

const shared = createQueryClient();
const tyres = new PluginQueryClient('tyres', shared);
const cranes = new PluginQueryClient('cranes', shared);
const longer = new PluginQueryClient('tyres-old', shared);
const all = { tyres, cranes, longer };

beforeEach(() => {
  setShellInfo(aShellInfo());
  shared.clear();
  for (const [name, client] of Object.entries(all)) client.setQueryData(['list', 1], name);
  shared.setQueryData(['list', 1], 'shell');
});

const inCache = () => [...Object.values(all), shared].map((client) => client.getQueryData(['list', 1]));

test('plugins that use one key keep apart what they read, in one cache', () => {
  expect(inCache()).toEqual(['tyres', 'cranes', 'longer', 'shell']);
  expect(shared.getQueryCache().getAll()).toHaveLength(4);
});

test('what a plugin changes, invalidates or removes is its own alone', async () => {
  await tyres.invalidateQueries();
  expect(Object.values(all).map((client) => client.getQueryState(['list', 1])?.isInvalidated)).toEqual([true, false, false]);
  tyres.setQueriesData<string>({ queryKey: ['list'] }, (name) => `${name}, changed`);
  expect(tyres.getQueriesData({ queryKey: ['list'] })).toEqual([[['list', 1], 'tyres, changed']]);
  tyres.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'list' });
  expect(inCache()).toEqual([undefined, 'cranes', 'longer', 'shell']);
  cranes.clear();
  expect(inCache()).toEqual([undefined, undefined, 'longer', 'shell']);
});

test('asking again, cancelling and resetting reach only what the plugin reads', async () => {
  const asked: string[] = [];
  const stops = Object.entries(all).map(([name, client]) => {
    const { unmount } = renderHook(() => useQuery({ queryKey: ['asked'], queryFn: () => asked.push(name), staleTime: Infinity }, client));
    return unmount;
  });
  await waitFor(() => expect(asked).toEqual(['tyres', 'cranes', 'longer']));
  await cranes.refetchQueries({ queryKey: ['asked'] });
  await cranes.resetQueries({ queryKey: ['asked'] });
  await cranes.cancelQueries();
  expect(asked).toEqual(['tyres', 'cranes', 'longer', 'cranes', 'cranes']);
  expect(cranes.isFetching()).toBe(0);
  stops.forEach((stop) => stop());
});

test('another group asks everything again; another organisation or user leaves nothing', async () => {
  chooseGroup({ id: 'leeds', label: 'Leeds', within: ['leeds'] });
  await waitFor(() => expect(cranes.getQueryState(['list', 1])?.isInvalidated).toBe(true));
  expect(inCache()).toEqual(['tyres', 'cranes', 'longer', 'shell']);
  const info = aShellInfo();
  setShellInfo({ ...info, version: 'a newer one' });
  expect(inCache()).toEqual(['tyres', 'cranes', 'longer', 'shell']);
  setShellInfo({ ...info, session: { ...info.session, Org: { ...info.session.Org, id: 'rival' } } });
  expect(inCache()).toEqual([undefined, undefined, undefined, undefined]);
  chooseGroup(undefined);
});

test('what several plugins read alike is one answer, and each test has a cache of its own', async () => {
  const ask = vi.fn(() => 'shared');
  const Part = () => <p>{useQuery({ queryKey: ['alike'], queryFn: ask }, useSharedQueries()).data}</p>;
  const first = renderInRemote(<><Part /><Part /></>);
  expect(await first.findAllByText('shared')).toHaveLength(2);
  expect(ask).toHaveBeenCalledOnce();
  first.unmount();
  await renderInRemote(<Part />).findByText('shared');
  expect(ask).toHaveBeenCalledTimes(2);
});

test('every method that takes filters is known: a new one of the library has to keep to what is the plugin’s', () => {
  const ofKey = ['getQueryData', 'setQueryData', 'getQueryState', 'setQueryDefaults', 'getQueryDefaults', 'ensureQueryData', 'ensureInfiniteQueryData', 'query', 'infiniteQuery', 'fetchQuery', 'prefetchQuery', 'fetchInfiniteQuery', 'prefetchInfiniteQuery', 'defaultQueryOptions'];
  const ofNone = ['constructor', 'isMutating', 'resumePausedMutations', 'getQueryCache', 'getMutationCache', 'getDefaultOptions', 'setDefaultOptions', 'setMutationDefaults', 'getMutationDefaults', 'defaultMutationOptions'];
  const own = Object.getOwnPropertyNames(PluginQueryClient.prototype);
  expect(Object.getOwnPropertyNames(QueryClient.prototype).filter((name) => ![...own, ...ofKey, ...ofNone].includes(name))).toEqual([]);
});
