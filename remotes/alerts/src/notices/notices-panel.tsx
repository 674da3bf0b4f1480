import { Button, Denied, Empty, Failure, Icon, IconButton, Loading, openPath, Segment, StaleSince, useFormat, usePermission, useText, type ToolbarPanelProps } from '@outrider/sdk';
import { useState } from 'react';

import { pathOf } from '../alert/looks';
import { NoticeRow } from './notice-row';
import { useNotices } from './use-notices';

import './notices.css';

/** What the user's own rules have told of: read, unread, and the way to each alert. */
export function NoticesPanel({ close }: ToolbarPanelProps) {
  return usePermission('listAlerts') ? <Notices close={close} /> : <Denied />;
}

function Notices({ close }: ToolbarPanelProps) {
  const t = useText('alerts');
  const format = useFormat();
  const [isUnread, setUnread] = useState(false);
  const { list, notices, unread, mark, markAll, isMarking } = useNotices(isUnread);
  const newest = notices?.[0];
  const open = (path: string) => {
    close();
    openPath(path);
  };
  return (
    <>
      <header className="notices-head">
        <h2 className="grow">{t('notices.title')}</h2>
        <span className="s12 t2 num" role="status">{notices ? t('notices.unread', { count: unread, shown: format.number(unread) }) : ''}</span>
        <IconButton size="small" label={t('notices.rules')} onClick={() => open('/account-settings')}>
          <Icon name="settings" small />
        </IconButton>
      </header>
      <div className="notices-bar">
        <div className="seg" role="group" aria-label={t('notices.shown')}>
          {[false, true].map((one) => (
            <Segment key={String(one)} isOn={one === isUnread} onClick={() => setUnread(one)}>
              {t(one ? 'notices.onlyUnread' : 'notices.all')}
            </Segment>
          ))}
        </div>
        <span className="grow" />
        <Button variant="quiet" size="small" disabled={!newest || unread === 0 || isMarking} onClick={() => newest && markAll(newest.id)}>
          <Icon name="check" small />
          {t('notices.readAll')}
        </Button>
      </div>
      {list.isError && notices ? <StaleSince at={list.dataUpdatedAt} onRetry={() => void list.refetch()} /> : null}
      <div className="notices-list" aria-busy={list.isFetching}>
        {!notices ? (
          list.isError ? <Failure error={list.error} onRetry={() => void list.refetch()} /> : <Loading rows={5} label={t('notices.loading')} />
        ) : notices.length === 0 ? (
          <Empty icon="notifications" title={t(isUnread ? 'notices.noneUnread' : 'notices.none')}>
            {isUnread ? null : t('notices.noneText')}
          </Empty>
        ) : (
          <ul>
            {notices.map((notice) => (
              <NoticeRow
                key={notice.id}
                notice={notice}
                onMark={(read) => mark(notice.id, read)}
                onOpen={() => {
                  if (!notice.read) mark(notice.id, true);
                  open(pathOf(notice.alert));
                }}
              />
            ))}
          </ul>
        )}
        {list.hasNextPage ? (
          <Button size="small" className="notices-more" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('notices.more')}
          </Button>
        ) : null}
      </div>
    </>
  );
}
