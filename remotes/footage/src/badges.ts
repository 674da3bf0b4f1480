import { addMessages, hasPermission, push, toast, translate, type BadgeSource } from '@outrider/sdk';

import { getFilesetsById, readNews } from './api/filesets';
import type { Progress } from './finished/forward';
import { forget, keepFinished, onKept, prune, startedIds, unseenCount } from './finished/kept';
import { loadMessages } from './messages';

/** How often filesets on their way are read whatever was pushed, in milliseconds. */
const everyMs = 60_000;

/** Downloads that are finished since Files was opened last, behind its entry; and the word when one is. */
export const badges: BadgeSource = {
  start: (set) => {
    let leave = () => {};
    let followed = '';
    const show = () => {
      const count = unseenCount();
      set('files', count > 0 ? { count, tone: 'ok' } : undefined);
    };
    const hear = (id: string, { status, progress }: Progress) => {
      if (status === 'canceled') {
        forget(id);
      } else if (progress >= 100 && keepFinished(id)) {
        void addMessages('footage', loadMessages).then(() => toast(translate('footage:files.finished')));
      }
    };
    const read = () => {
      const ids = startedIds();
      if (ids.length > 0) {
        void getFilesetsById(ids).then((found) => found.forEach((one) => hear(one.fileset_request_id, one))).catch(() => undefined); // the next time then
      }
    };
    const follow = () => {
      const values = startedIds();
      if (values.join() === followed) {
        return;
      }
      followed = values.join();
      leave();
      const onValues = (news: unknown[]) => readNews(news).filter(({ fileset_request_id }) => startedIds().includes(fileset_request_id)).forEach((one) => hear(one.fileset_request_id, one));
      leave = values.length > 0 && hasPermission('getFileProgressUpdates') ? push.subscribe({ topic: 'filesetRequest', context: 'filesetRequest', values, onValues, onResync: read }) : () => {};
    };
    const stop = onKept(() => {
      show();
      follow();
    });
    prune();
    show();
    follow();
    read();
    const timer = setInterval(read, everyMs);
    return () => {
      stop();
      leave();
      clearInterval(timer);
    };
  },
};
