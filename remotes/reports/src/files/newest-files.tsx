import { Button, Icon, IconButton, iconButtonClass, useFormat, usePermission, useText } from '@outrider/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { filesKey, getFiles, isUnderWay, removeFile, type ReportFile } from '../api/files';
import { bytesText, daysText } from '../texts/texts';
import { FilesDialog } from './files-dialog';

import './files.css';

const most = 3;
const linkLifeMs = 600_000;

/** The newest of the files that the user had made in the background, beside the reports; nothing without any. */
export function NewestFiles() {
  const t = useText('reports');
  const [isListed, setListed] = useState(false);
  const may = usePermission('exportReports');
  const { data } = useQuery({
    queryKey: [...filesKey, 'newest'],
    queryFn: ({ signal }) => getFiles(1, signal, most),
    enabled: may,
    refetchInterval: ({ state }) => (state.data?.files.some(isUnderWay) ? 1000 : linkLifeMs / 2),
  });
  if (!data || data.files.length === 0) return null;
  return (
    <section className="fl-newest" aria-label={t('files.title')}>
      <div className="row">
        <b className="s12 grow">{t('files.title')}</b>
        <Button variant="quiet" size="small" onClick={() => setListed(true)}>{t('files.all')}</Button>
      </div>
      <ul>{data.files.slice(0, most).map((file) => <Newest key={file.id} file={file} />)}</ul>
      {isListed ? <FilesDialog onClose={() => setListed(false)} /> : null}
    </section>
  );
}

function Newest({ file }: { file: ReportFile }) {
  const t = useText('reports');
  const client = useQueryClient();
  const { zone } = useFormat().settings;
  const name = file.files[0]?.name ?? file.title;
  const title = `${file.title}, ${daysText(file.from, file.to, zone)}`;
  const said = file.state === 'done' ? (file.files[0]?.format.toUpperCase() ?? '') : t(`schedules.state.${file.state}`);
  return (
    <li>
      <span className="grow">
        <span className="ell" title={title}>{title}</span>
        <span className="s12 t2 num">{[said, t('rows', { count: file.rows }), ...(file.bytes > 0 ? [bytesText(file.bytes)] : [])].join(' · ')}</span>
      </span>
      {file.link ? <a className={iconButtonClass({ size: 'small' })} href={file.link} download={name} aria-label={`${t('files.download')} ${name}`} title={t('files.download')}><Icon name="download" small /></a> : null}
      {isUnderWay(file) ? (
        <IconButton size="small" label={`${t('files.cancel')} ${name}`} title={t('files.cancel')} onClick={() => void removeFile(file.id).finally(() => void client.invalidateQueries({ queryKey: filesKey }))}>
          <Icon name="close" small />
        </IconButton>
      ) : null}
    </li>
  );
}
