import { AppTheme, Boundary, FeedbackHost, markedView, queryClient } from '@outrider/sdk';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from '@outrider/sdk/router';
import { lazy, Suspense } from 'react';

import { ActingBand } from './cross-browsing/acting-band';
import { Frame } from './frame/frame';
import { TaskPlace } from './frame/task-place';

/** Only a tab that shows the portal as somebody else has it. */
const ViewBand = lazy(async () => ({ default: (await import('./cross-browsing/view-band')).ViewBand }));

/** The shell: the frame around whatever page the path leads to. */
export function App() {
  return (
    <AppTheme>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Boundary name="shell">
            {markedView() === undefined ? null : <Suspense fallback={null}><ViewBand /></Suspense>}
            <ActingBand />
            <Frame />
          </Boundary>
          <TaskPlace />
          <FeedbackHost />
        </BrowserRouter>
      </QueryClientProvider>
    </AppTheme>
  );
}
