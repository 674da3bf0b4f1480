import { ApiError, Button, Empty, Icon, IconButton, Loading, toast, useText } from '@outrider/sdk';
import { useNavigate } from '@outrider/sdk/router';
import { tableKey } from '@outrider/sdk/table';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

import { importFile, mostBytes, previewFile, type Feature } from '../api/import';
import { Features } from './features';

const FeaturesMap = lazy(async () => ({ default: (await import('./features-map')).FeaturesMap }));

interface Read {
  name: string;
  content: string;
  features: Feature[];
}

/** Geofences from a file: what is in it, what is wrong with it, and which of it to keep. */
export function ImportScreen() {
  const t = useText('geofences');
  const navigate = useNavigate();
  const { read, problem, isReading, take } = usePreview();
  return (
    <div className="gf-form">
      <header className="gf-form-head">
        <IconButton label={t('form.back')} onClick={() => void navigate('/geo-fence')}>
          <Icon name="back" />
        </IconButton>
        <h2 className="ell">{t('import.title')}</h2>
        <FileButton onFile={take} />
      </header>
      {problem ? <p className="gf-warn gf-import-problem" role="alert"><Icon name="warning" small />{problem}</p> : null}
      {isReading ? <Loading rows={4} /> : null}
      {!isReading && !read ? (
        <DropArea onFile={take}>
          <Empty icon="files" title={t('import.none')}>{t('import.noneText')}</Empty>
        </DropArea>
      ) : null}
      {read && !isReading ? <Chosen key={read.content.length + read.name} read={read} /> : null}
    </div>
  );
}

/** Takes a file that is dropped: a second way for the pointer, the button is for everybody. */
function DropArea({ onFile, children }: { onFile: (file: File | undefined) => void; children: React.ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  const take = useEffectEvent(onFile);
  useEffect(() => {
    const element = area.current;
    const over = (event: DragEvent) => event.preventDefault(); // else the browser opens the file
    const drop = (event: DragEvent) => {
      event.preventDefault();
      take(event.dataTransfer?.files[0]);
    };
    element?.addEventListener('dragover', over);
    element?.addEventListener('drop', drop);
    return () => {
      element?.removeEventListener('dragover', over);
      element?.removeEventListener('drop', drop);
    };
  }, []);
  return <div className="gf-drop" ref={area}>{children}</div>;
}

/** Reads a file on the server; the newest counts. */
function usePreview() {
  const t = useText('geofences');
  const asked = useRef<AbortController>(undefined);
  const [read, setRead] = useState<Read>();
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  const take = (file: File | undefined) => {
    if (!file) return;
    asked.current?.abort();
    const { signal } = (asked.current = new AbortController());
    setRead(undefined);
    setProblem(file.size > mostBytes ? t('import.tooLarge', { size: mostBytes / 1024 / 1024 }) : undefined);
    if (file.size > mostBytes) return;
    setReading(true);
    void file.text()
      .then(async (content) => setRead({ name: file.name, content, ...(await previewFile(content, signal)) }))
      .catch((error: unknown) => {
        if (!signal.aborted) setProblem(error instanceof ApiError ? error.message : t('import.failed'));
      })
      .finally(() => {
        if (!signal.aborted) setReading(false);
      });
  };
  return { read, problem, isReading, take };
}

function FileButton({ onFile }: { onFile: (file: File | undefined) => void }) {
  const t = useText('geofences');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <span className="grow" />
      <Button onClick={() => input.current?.click()}>
        <Icon name="files" small />
        {t('import.choose')}
      </Button>
      <input
        ref={input} type="file" hidden accept=".geojson,.json,.kml" aria-label={t('import.choose')}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}

/** What is chosen of a file, beside where it is. */
function Chosen({ read }: { read: Read }) {
  const t = useText('geofences');
  const navigate = useNavigate();
  const client = useQueryClient();
  const [chosen, setChosen] = useState(() => new Map(read.features.filter(({ problem, exists }) => !problem && !exists).map(({ n, name }) => [n, name || `${withoutEnding(read.name)} ${n}`])));
  const [names, setNames] = useState<ReadonlyMap<number, string>>(() => new Map(read.features.map(({ n, name }) => [n, name || `${withoutEnding(read.name)} ${n}`])));
  const [triggers, setTriggers] = useState({ enter: true, leave: true });
  const [all, setAll] = useState(true);
  const [wrong, setWrong] = useState<ReadonlyMap<number, string>>(new Map());
  const [isSaving, setSaving] = useState(false);
  const drawn = useMemo(() => read.features.filter(({ n, shape }) => shape && chosen.has(n)), [read.features, chosen]);
  const pick = (list: readonly number[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const n of list) {
      if (isChosen) next.set(n, names.get(n) ?? '');
      else next.delete(n);
    }
    setChosen(next);
  };
  const save = async () => {
    const features = [...chosen.keys()].sort((a, b) => a - b).map((n) => ({ n, name: names.get(n) ?? '' }));
    setSaving(true);
    setWrong(new Map());
    try {
      const count = await importFile(read.content, features, { triggers, all_vehicles: all });
      toast(t('import.done', { count }));
      await Promise.all([client.invalidateQueries({ queryKey: ['geofences'] }), client.invalidateQueries({ queryKey: tableKey('geofences') })]);
      void navigate('/geo-fence');
    } catch (error) {
      setWrong(problemsOf(error, features));
      toast(error instanceof ApiError ? error.message : t('import.failed'), 'error');
    } finally {
      setSaving(false);
    }
  };
  const hasTrigger = triggers.enter || triggers.leave;
  return (
    <>
      <div className="gf-import">
        <Features features={read.features} chosen={chosen} names={names} wrong={wrong} onPick={pick} onName={(n, name) => setNames(new Map(names).set(n, name))} />
        <div className="gf-map">
          <Suspense fallback={<Loading rows={3} />}>
            <FeaturesMap features={drawn} />
          </Suspense>
        </div>
      </div>
      <footer className="gf-import-foot">
        <label className="gf-tick"><input type="checkbox" checked={triggers.enter} onChange={(event) => setTriggers({ ...triggers, enter: event.target.checked })} />{t('triggerName.enter')}</label>
        <label className="gf-tick"><input type="checkbox" checked={triggers.leave} onChange={(event) => setTriggers({ ...triggers, leave: event.target.checked })} />{t('triggerName.leave')}</label>
        <label className="gf-tick"><input type="checkbox" checked={all} onChange={(event) => setAll(event.target.checked)} />{t('form.allVehicles')}</label>
        {hasTrigger ? <span className="t2 s12 grow">{t('import.hint')}</span> : <span className="gf-warn grow" role="status">{t('form.needsTrigger')}</span>}
        <Button variant="primary" disabled={chosen.size === 0 || isSaving || !hasTrigger} onClick={() => void save()}>
          {t('import.save', { count: chosen.size })}
        </Button>
      </footer>
    </>
  );
}

/** What the server says of single features, by their place in the file. */
function problemsOf(error: unknown, features: readonly { n: number }[]): ReadonlyMap<number, string> {
  const said = new Map<number, string>();
  for (const { location, message } of error instanceof ApiError ? error.errors : []) {
    const n = features[Number(/^body\.features\[(\d+)\]/.exec(location)?.[1])]?.n;
    if (n !== undefined) said.set(n, message);
  }
  return said;
}

function withoutEnding(file: string): string {
  return file.replace(/\.[a-z]+$/i, '');
}
