/** Long work that goes on while the user does: exports, uploads, bulk changes, runs of reports. */
export { followServerTask, registerServerTasks, type ServerProgress, type ServerTaskKind } from './server-task';
export { cancelTask, retryTask, startTask, type Report, type StartedTask, type TaskOptions } from './start-task';
export { allTasks, onTasks, type Task, type TaskAction, type TaskState } from './task-store';
export { TaskTray } from './task-tray';
