import { ApiError, Button, buttonClass, Icon, Loading, toast, useFormat, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { importVehicles, type ImportFile, type Judged } from '../api/imports';
import { largestFile, readFile, saveTemplate } from './files';
import { PastImports } from './past-imports';
import { Preview } from './preview';
import { Taken } from './taken';
import './import.css';

interface ImportDialogProps {
  onClose: () => void;
  onChanged: () => void;
}

/** Takes vehicles from a file, after it was shown what would become of each row; takes whole files back. */
export function ImportDialog({ onClose, onChanged }: ImportDialogProps) {
  const t = useText('vehicle-import');
  const tVehicles = useText('vehicles');
  const words = { yes: '', no: '' };
  const format = useFormat();
  const [file, setFile] = useState<ImportFile>();
  const [problem, setProblem] = useState('');
  const failed = (error: unknown) => setProblem(error instanceof ApiError ? error.message : t('failed'));
  const preview = useMutation<Judged, unknown, ImportFile>({ mutationFn: (chosen) => importVehicles(chosen, true), onError: failed });
  const take = useMutation<Judged, unknown, ImportFile>({
    mutationFn: (chosen) => importVehicles(chosen, false),
    onSuccess: ({ good }) => {
      toast(t('done', { count: good }));
      onChanged();
    },
    onError: failed,
  });
  const choose = async (chosen: File | undefined) => {
    preview.reset();
    setProblem('');
    setFile(undefined);
    if (!chosen) return;
    if (chosen.size > largestFile) {
      setProblem(t('tooLarge'));
      return;
    }
    const read = await readFile(chosen);
    setFile(read);
    preview.mutate(read);
  };
  if (take.data) {
    return (
      <Modal title={t('title')} width="md" onClose={onClose}>
        <Taken taken={take.data} onClose={onClose} onChanged={onChanged} />
      </Modal>
    );
  }
  const good = preview.data?.good ?? 0;
  return (
    <Modal title={t('title')} hint={t('hint')} width="md" onClose={onClose}>
      <div className="veh-import-start">
        <label className={buttonClass({ className: 'veh-file' })}>
          <Icon name="files" small />
          {t('choose')}
          <input type="file" accept=".csv,.txt,.xlsx,text/csv" onChange={(event) => void choose(event.target.files?.[0])} />
        </label>
        {file ? <span className="ell">{file.name}</span> : null}
        <span className="grow" />
        <Button onClick={() => saveTemplate(tVehicles, { format, words })}>
          <Icon name="download" small />
          {t('template')}
        </Button>
      </div>
      {problem ? <p role="alert" className="veh-import-wrong">{problem}</p> : null}
      {preview.isPending ? <Loading /> : null}
      {preview.data ? <Preview judged={preview.data} /> : <PastImports onChanged={onChanged} />}
      <div className="veh-import-foot">
        <Button onClick={onClose}>
          {t('close')}
        </Button>
        <Button variant="primary" disabled={good === 0 || take.isPending || !file} onClick={() => file && take.mutate(file)}>
          {preview.data ? t('take', { count: good }) : t('title')}
        </Button>
      </div>
    </Modal>
  );
}
