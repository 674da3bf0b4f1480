import { ApiError, Button, toast } from '@outrider/sdk';
import { startTask } from '@outrider/sdk/tasks';

import type { GallerySection } from './section';
import { Specimen } from './specimen';

/** Work of that many seconds; `fails` says at which share of it. */
function work(seconds: number, fails?: number) {
  return async (report: (progress: number | undefined, note?: string) => void, signal: AbortSignal): Promise<string> => {
    const steps = seconds * 10;
    for (let step = 0; step <= steps; step++) {
      signal.throwIfAborted();
      if (fails !== undefined && step / steps > fails) {
        throw new ApiError({ kind: 'unavailable', status: 503, title: 'Reports are not available just now.' });
      }
      report(step / steps, `${Math.round((step / steps) * 1200)} of 1,200 vehicles`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return 'vehicles.csv';
  };
}

function TasksSection() {
  return (
    <div className="specimens">
      <Specimen title="Long work" note="The tray is the shell’s: it stays while you go elsewhere">
        <div className="row" style={{ flexWrap: 'wrap' }}>
          <Button onClick={() => startTask({ title: 'Export of 1,200 vehicles', run: work(6), action: (file) => ({ label: 'Open', run: () => toast(file) }) })}>
            Start an export
          </Button>
          <Button onClick={() => startTask({ title: 'Report of last month', run: work(4, 0.4) })}>
            Start one that fails
          </Button>
          <Button onClick={() => startTask({ title: 'Upload', run: (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled')))) })}>
            Start one that never ends
          </Button>
        </div>
      </Specimen>
    </div>
  );
}

/** Progress of long work. */
export const tasksSection: GallerySection = { id: 'tasks', title: 'Long work', Component: TasksSection };
