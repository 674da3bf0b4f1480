import { screen, waitFor } from '@testing-library/react';
import { useEffect, useRef, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { accessibilityProblems, renderInRemote } from '../testing';
import { defineRemote } from './define-remote';
import { ExtensionSlot } from './extension-slot';
import { RemotePart } from './remote-part';
import { setModuleLoader } from './slots';

const modules = new Map<string, () => Promise<unknown>>();

beforeEach(() => {
  modules.clear();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  setModuleLoader(({ remote, module }) => modules.get(`${remote}${module}`)?.() ?? Promise.reject(new Error('404')));
});
afterEach(() => vi.restoreAllMocks());

function part(text: string) {
  return defineRemote({ name: 'demo', load: async () => () => <p>{text}</p> });
}

describe('a part of another remote', () => {
  it('is a skeleton while it loads, then itself', async () => {
    let arrive: (module: unknown) => void = () => {};
    modules.set('demo./widget', () => new Promise((resolve) => (arrive = resolve)));
    renderInRemote(<RemotePart address={{ remote: 'demo', module: './widget' }} />);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    arrive(part('53 online'));
    await waitFor(() => expect(screen.getByText('53 online')).toBeVisible());
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  });

  it('says in its place that it did not load, and recovers on Retry', async () => {
    const { user, container } = renderInRemote(
      <>
        <p>All else</p>
        <RemotePart address={{ remote: 'demo', module: './widget' }} title="Fleet status" />
      </>,
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('Fleet status did not load');
    expect(screen.getByText('All else')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);

    modules.set('demo./widget', async () => part('53 online'));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getByText('53 online')).toBeVisible());
  });

  it('keeps a crash to itself', async () => {
    const Crash = () => {
      throw new Error('boom');
    };
    modules.set('demo./good', async () => part('I am fine'));
    modules.set('demo./bad', async () => defineRemote({ name: 'demo', load: async () => Crash }));
    renderInRemote(
      <>
        <RemotePart address={{ remote: 'demo', module: './good' }} />
        <RemotePart address={{ remote: 'demo', module: './bad' }} title="Faults" />
      </>,
    );
    await waitFor(() => expect(screen.getByText('I am fine')).toBeVisible());
    await waitFor(() => expect(screen.getByText('Faults did not load')).toBeVisible());
  });

  it('takes the focus as soon as it is there', async () => {
    const Takes = () => {
      const field = useRef<HTMLInputElement>(null);
      const [hadPlace, setHadPlace] = useState('');
      useEffect(() => setHadPlace(field.current?.closest('[hidden]') ? 'hidden' : 'in sight'), []);
      return <input ref={field} aria-label="Field" value={hadPlace} readOnly />;
    };
    modules.set('demo./panel', async () => defineRemote({ name: 'demo', load: async () => Takes }));
    renderInRemote(<RemotePart address={{ remote: 'demo', module: './panel' }} />);
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Field' })).toHaveValue('in sight'));
  });

  it('gets new values in place', async () => {
    const Shows = ({ vehicle }: { vehicle: string }) => <p>Vehicle {vehicle}</p>;
    modules.set('demo./panel', async () => defineRemote<{ vehicle: string }>({ name: 'demo', load: async () => Shows }));
    const address = { remote: 'demo', module: './panel' };
    const { rerender } = renderInRemote(<RemotePart address={address} props={{ vehicle: 'HGV-017' }} />);
    await waitFor(() => expect(screen.getByText('Vehicle HGV-017')).toBeVisible());
    rerender(<RemotePart address={address} props={{ vehicle: 'VAN-104' }} />);
    await waitFor(() => expect(screen.getByText('Vehicle VAN-104')).toBeVisible());
  });

  it('gets the last of new values that come while it takes others, and can end then', async () => {
    const Shows = ({ vehicle }: { vehicle: string }) => <p>Vehicle {vehicle}</p>;
    const panel = defineRemote<{ vehicle: string }>({ name: 'demo', load: async () => Shows });
    const taken: (() => void)[] = [];
    const update = async (props: Parameters<typeof panel.update>[0]) => {
      await new Promise<void>((resolve) => taken.push(resolve));
      await panel.update(props);
    };
    modules.set('demo./panel', async () => ({ ...panel, update }));
    const part = (vehicle: string) => <RemotePart address={{ remote: 'demo', module: './panel' }} props={{ vehicle }} />;
    const { rerender, unmount } = renderInRemote(part('HGV-017'));
    await waitFor(() => expect(screen.getByText('Vehicle HGV-017')).toBeVisible());
    await waitFor(() => {
      rerender(part('VAN-104')); // until it is mounted new values are those that it is mounted with
      expect(taken).toHaveLength(1);
    });
    rerender(part('VAN-105'));
    rerender(part('VAN-106'));
    taken[0]?.();
    await waitFor(() => expect(taken).toHaveLength(2)); // what came between is not shown any more
    taken[1]?.();
    await waitFor(() => expect(screen.getByText('Vehicle VAN-106')).toBeVisible());
    rerender(part('VAN-107'));
    await waitFor(() => expect(taken).toHaveLength(3));
    unmount();
    taken[2]?.();
    expect(console.error).not.toHaveBeenCalled();
  });
});

describe('a slot', () => {
  const slots = [
    { slot: 'vehicle-actions', module: './allowed', permission: 'viewVehicle' },
    { slot: 'vehicle-actions', module: './denied', permission: 'deleteOrg' },
    { slot: 'elsewhere', module: './other' },
  ];

  it('shows what remotes contribute to it, as far as the user may see it', async () => {
    modules.set('demo./allowed', async () => part('Allowed'));
    modules.set('demo./denied', async () => part('Denied'));
    modules.set('demo./other', async () => part('Other'));
    renderInRemote(<ExtensionSlot name="vehicle-actions" />, { granted: ['viewVehicle'], remotes: [{ slots }] });
    await waitFor(() => expect(screen.getByText('Allowed')).toBeVisible());
    await waitFor(() => expect(screen.queryByText('Denied')).toBeNull());
    expect(screen.queryByText('Other')).toBeNull();
  });
});
