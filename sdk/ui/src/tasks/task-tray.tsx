import { useState, useSyncExternalStore } from 'react';

import { Button, IconButton } from '../buttons';
import { useText } from '../i18n';
import { Icon } from '../icons';
import { cancelTask, forgetTask, retryTask } from './start-task';
import { allTasks, onTasks, putAway, type Task } from './task-store';

import './tasks.css';

/** The tray in the corner of the shell: every task with its progress, and what can be done about it. */
export function TaskTray() {
  const t = useText();
  const tasks = useSyncExternalStore(onTasks, allTasks);
  const [isOpen, setOpen] = useState(true);
  const running = tasks.filter(({ state }) => state === 'running').length;
  const failed = tasks.filter(({ state }) => state === 'failed').length;
  const clear = (ids: string[]) => {
    ids.forEach(forgetTask);
    putAway(ids);
  };
  const title = running > 0 ? t('task.running', { count: running }) : failed > 0 ? t('task.failedCount', { count: failed }) : t('task.allDone');
  return (
    <>
      <Announcer tasks={tasks} />
      {tasks.length === 0 ? null : (
        <section className="tray" aria-label={t('task.tray')}>
          <header className="tray-head">
            <button type="button" className="tray-title" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {running > 0 ? <span className="spin" aria-hidden="true" /> : <Icon name={failed > 0 ? 'warning' : 'check'} small />}
              <span className="grow ell">{title}</span>
              <Icon name="chevron-down" small className={isOpen ? undefined : 'tray-up'} />
            </button>
            {running === 0 ? (
              <IconButton size="small" label={t('task.putAway')} onClick={() => clear(tasks.map(({ id }) => id))}>
                <Icon name="close" small />
              </IconButton>
            ) : null}
          </header>
          {isOpen ? (
            <ul className="tray-list">
              {[...tasks].reverse().map((task) => (
                <TaskLine key={task.id} task={task} onPutAway={() => clear([task.id])} />
              ))}
            </ul>
          ) : null}
        </section>
      )}
    </>
  );
}

const icons = { running: 'clock', done: 'check', failed: 'warning', cancelled: 'minus' } as const;

function TaskLine({ task, onPutAway }: { task: Task; onPutAway: () => void }) {
  const t = useText();
  const { id, title, state, progress, note, action, canCancel, canRetry } = task;
  const percent = progress === undefined ? undefined : Math.round(progress * 100);
  return (
    <li className={`tray-task ${state}`}>
      <Icon name={icons[state]} small />
      <div className="grow">
        <p className="ell" title={title}>{title}</p>
        {state === 'running' ? (
          <div className={percent === undefined ? 'tray-bar unknown' : 'tray-bar'} role="progressbar" aria-label={title} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
            <i style={percent === undefined ? undefined : { width: `${percent}%` }} />
          </div>
        ) : null}
        <p className="tray-note num">{note ?? (state !== 'running' ? t(`task.${state}`) : percent === undefined ? null : `${percent} %`)}</p>
      </div>
      {action ? (
        <Button variant="soft" size="small" onClick={action.run}>
          {action.label}
        </Button>
      ) : null}
      {canRetry ? (
        <Button size="small" onClick={() => retryTask(id)}>
          {t('state.retry')}
        </Button>
      ) : null}
      {canCancel ? (
        <Button variant="quiet" size="small" aria-label={t('task.cancel', { title })} onClick={() => cancelTask(id)}>
          {t('action.cancel')}
        </Button>
      ) : null}
      {state === 'running' ? null : (
        <IconButton size="small" label={t('task.putAwayOne', { title })} onClick={onPutAway}>
          <Icon name="close" small />
        </IconButton>
      )}
    </li>
  );
}

/** Says once that a task began, and how it ended. */
function Announcer({ tasks }: { tasks: readonly Task[] }) {
  const t = useText();
  const last = tasks.at(-1);
  const ended = [...tasks].reverse().find(({ state }) => state !== 'running');
  return (
    <div className="unseen" role="status">
      {last?.state === 'running' ? <p>{t('task.began', { title: last.title })}</p> : null}
      {ended && ended.state !== 'running' ? <p>{t(`task.ended.${ended.state}`, { title: ended.title })}</p> : null}
    </div>
  );
}
