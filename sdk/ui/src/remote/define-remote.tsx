import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

import { addMessages, type LoadMessages } from '../i18n';
import { AppTheme } from '../theme';
import { Boundary } from './boundary';
import { pluginQueries } from './plugin-queries';

/** What the shell hands to a remote's page, widget or slot. */
export interface RemoteProps {
  /** The element to draw in; the shell has made it. */
  domElement: HTMLElement;
  /** The path that the page is mounted at, `/map-view`. */
  basePath?: string;
  /** What the user knows it as, for the sentence when it crashes. */
  title?: string;
  /** Values of the slot that the part fills. */
  slotProps?: Record<string, unknown>;
}

export interface DefineRemoteOptions<P> {
  /** The plugin's word; also the namespace of its messages. */
  name: string;
  /** The component, loaded when it is first shown. */
  load: () => Promise<ComponentType<P>>;
  /** The package's catalogue: `(language) => import(`../locales/${language}.json`)`. */
  messages?: LoadMessages;
}

/** The life cycle functions that single-spa calls, for a page as for a widget or slot. */
export interface RemoteLifecycles {
  bootstrap: () => Promise<void>;
  mount: (props: RemoteProps) => Promise<void>;
  unmount: (props: RemoteProps) => Promise<void>;
  update: (props: RemoteProps) => Promise<void>;
}

/**
 * Turns a React component into what the shell mounts: with the product's theme, its plugin's part of the query client, its messages,
 * and a boundary that keeps a crash to its own place. Several places may show the same module at once.
 */
export function defineRemote<P extends object = object>({ name, load, messages }: DefineRemoteOptions<P>): RemoteLifecycles {
  const roots = new Map<HTMLElement, Root>();
  const queries = pluginQueries(name);
  let Part: ComponentType<P> | undefined;

  const render = ({ domElement, basePath, title, slotProps }: RemoteProps) => {
    const Shown = Part as ComponentType<P> | undefined;
    if (!Shown) {
      throw new Error(`remote ${name} is mounted before it is loaded`);
    }
    const props = { basePath: basePath ?? `/${name}`, ...slotProps } as unknown as P;
    const root = roots.get(domElement) ?? createRoot(domElement);
    roots.set(domElement, root);
    root.render(
      <StrictMode>
        <AppTheme>
          <QueryClientProvider client={queries}>
            <Boundary name={name} {...(title ? { title } : {})}>
              <Shown {...props} />
            </Boundary>
          </QueryClientProvider>
        </AppTheme>
      </StrictMode>,
    );
  };

  return {
    bootstrap: async () => {
      const [component] = await Promise.all([load(), messages ? addMessages(name, messages) : undefined]);
      Part = component;
    },
    mount: async (props) => render(props),
    update: async (props) => render(props),
    unmount: async ({ domElement }) => {
      roots.get(domElement)?.unmount();
      roots.delete(domElement);
    },
  };
}
