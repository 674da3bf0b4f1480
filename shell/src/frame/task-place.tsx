import { lazy, Suspense, useEffect, useState } from 'react';

/** What the SDK's tasks fire on `window` when one begins. */
const taskEvent = 'outrider-task';

const TaskTray = lazy(() => import('@outrider/sdk/tasks').then((module) => ({ default: module.TaskTray })));

/** The place of the tray of long work: nothing of it is fetched before somebody starts some. */
export function TaskPlace() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    window.addEventListener(taskEvent, want);
    return () => window.removeEventListener(taskEvent, want);
  }, []);
  return isWanted ? (
    <Suspense fallback={null}>
      <TaskTray />
    </Suspense>
  ) : null;
}
