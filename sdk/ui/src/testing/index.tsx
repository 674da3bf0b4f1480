import { QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import type { ReactNode } from 'react';

import { FeedbackHost } from '../feedback';
import { PluginQueryClient } from '../remote/plugin-queries';
import { createQueryClient } from '../remote/query-client';
import { setShellInfo } from '../session';
import { AppTheme } from '../theme';
import { aShellInfo, type ShellInfoOptions } from './shell-info';

export { FakeApi, type FakeAnswer, type FakeCall } from './fake-api';
export { network } from './network';
export { aShellInfo, type ShellInfoOptions } from './shell-info';

/** Renders as within a remote: theme, a query client of its own, messages and the user that the options describe. */
export function renderInRemote(ui: ReactNode, options: ShellInfoOptions = {}): RenderResult & { user: UserEvent } {
  setShellInfo(aShellInfo(options));
  const shared = createQueryClient();
  shared.setDefaultOptions({ queries: { ...shared.getDefaultOptions().queries, retry: false } });
  const result = render(
    <AppTheme>
      <QueryClientProvider client={new PluginQueryClient('test', shared)}>
        {ui}
        <FeedbackHost />
      </QueryClientProvider>
    </AppTheme>,
  );
  return { ...result, user: userEvent.setup() };
}

/** What axe finds wrong with `element`, a sentence each; colours need a real browser and are left out. */
export async function accessibilityProblems(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  return violations.map(({ help, nodes }) => `${help}: ${nodes.map(({ html }) => html).join(', ')}`);
}
