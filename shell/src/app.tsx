import { AppTheme, Boundary, createQueryClient, FeedbackHost } from '@outrider/sdk';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from '@outrider/sdk/router';

import { ActingBand } from './cross-browsing/acting-band';
import { Frame } from './frame/frame';
import { TaskPlace } from './frame/task-place';

const queryClient = createQueryClient();

/** The shell: the frame around whatever page the path leads to. */
export function App() {
  return (
    <AppTheme>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <Boundary name="shell">
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
