import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { mountRootParcel, type Parcel } from 'single-spa';

import { Loading } from '../states';
import type { RemoteLifecycles } from './define-remote';
import { RemoteFailure } from './remote-failure';
import { loadRemoteModule, type ModuleAddress } from './slots';

export interface RemotePartProps {
  address: ModuleAddress;
  /** What the user knows it as, for the sentence when it fails. */
  title?: string;
  /** Handed to the part; a change updates it in place. */
  props?: Record<string, unknown>;
}

/** How a part of another remote stands; each has its picture. */
type PartState = 'pending' | 'loaded' | 'failed';

/** Shows a module of another remote (a widget, a slot's part) as a single-spa parcel; a failure stays in its place. */
export function RemotePart({ address: { remote, module }, title, props }: RemotePartProps) {
  const place = useRef<HTMLDivElement>(null);
  const parcel = useRef<Parcel | undefined>(undefined);
  const latest = useRef(props);
  const shown = useRef<{ props: typeof props; domElement: HTMLElement } | undefined>(undefined);
  const [state, setState] = useState<PartState>('pending');
  const [attempt, setAttempt] = useState(0);

  /** Settled once no change is under way: single-spa refuses another one, and the end, until then. */
  const changes = useRef<Promise<unknown>>(Promise.resolve());

  const update = useCallback((to: typeof props) => {
    const { current } = shown;
    if (!current || current.props === to) {
      return;
    }
    shown.current = { ...current, props: to };
    const isLatest = () => shown.current?.domElement === current.domElement && shown.current.props === to;
    changes.current = changes.current
      .then(() => (isLatest() ? parcel.current?.update?.({ domElement: current.domElement, title, slotProps: to }) : undefined))
      .catch((error: unknown) => console.error('a part of another remote took no new values', error));
  }, [title]);
  useEffect(() => {
    latest.current = props;
    update(props);
  }, [props, update]);

  useEffect(() => {
    let left = false;
    const element = document.createElement('div');
    element.className = 'remote-part';
    place.current?.append(element);
    setState('pending');
    loadRemoteModule({ remote, module })
      .then(async (loaded) => {
        if (left) {
          return;
        }
        const handed = latest.current;
        const made = mountRootParcel(parcelConfig(`${remote}/${module}`, loaded as RemoteLifecycles), { domElement: element, title, slotProps: handed });
        parcel.current = made;
        await made.bootstrapPromise;
        if (!left) {
          flushSync(() => setState('loaded')); // the part is in sight before it is mounted, so that it can take the focus
        }
        await made.mountPromise;
        if (!left) {
          shown.current = { props: handed, domElement: element }; // what is not mounted yet cannot be updated
          update(latest.current);
        }
      })
      .catch((error: unknown) => {
        console.error(`part ${module} of remote ${remote}`, error);
        if (!left) {
          setState('failed');
        }
      });
    return () => {
      left = true;
      shown.current = undefined;
      const ending = parcel.current;
      parcel.current = undefined;
      void changes.current.then(() => ending?.unmount()).catch(() => undefined).finally(() => element.remove());
    };
  }, [remote, module, title, attempt, update]);

  return (
    <>
      {state === 'pending' ? <Loading rows={3} /> : null}
      {state === 'failed' ? <RemoteFailure {...(title ? { title } : {})} onRetry={() => setAttempt((n) => n + 1)} /> : null}
      <div ref={place} className="remote-place" hidden={state !== 'loaded'} />
    </>
  );
}

/** single-spa freezes nothing but wants one object a parcel; limits end a part that never answers. */
function parcelConfig(name: string, { bootstrap, mount, unmount, update }: RemoteLifecycles) {
  const limit = { millis: 10_000, dieOnTimeout: true, warningMillis: 5000 };
  return { name, bootstrap, mount, unmount, update, timeouts: { bootstrap: limit, mount: limit, unmount: limit, update: limit } };
}
