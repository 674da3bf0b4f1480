import { Button, Denied, Empty, Failure, Icon, kindOf, Loading, push, toast, usePermission, useSession, useText, ApiError } from '@outrider/sdk';
import { BrowserRouter, useSearchParams } from '@outrider/sdk/router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';

import { listConfigurable, listModules, modulesKey, switchModule, type Module } from '../api/modules';
import { ModuleCard } from './module-card';

import './modules.css';

// The cards come first; the history and the form when somebody opens it.
const HistoryDialog = lazy(() => import('./history-dialog').then((module) => ({ default: module.HistoryDialog })));
const SettingsCard = lazy(() => import('./settings-card').then((module) => ({ default: module.SettingsCard })));

/** The modules of the portal: what each does, needs and costs, whether it is on, and what is set for it. */
export function ModulesPage() {
  if (!usePermission('switchModules')) {
    return <Denied />;
  }
  return (
    <BrowserRouter>
      <AllowedModulesPage />
    </BrowserRouter>
  );
}

function AllowedModulesPage() {
  const t = useText('users');
  const { Org: org } = useSession();
  const [search, setSearch] = useSearchParams();
  const chosen = search.get('settings') ?? undefined;
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  return (
    <div className="mdl">
      <header className="mdl-head">
        <h1>{t('modules.title')}</h1>
        <span className="t3">{t('modules.text', { organisation: org.name })}</span>
        <span className="grow" />
        <Button onClick={() => setHistoryOpen(true)}>
          <Icon name="clock" small />
          {t('modules.history')}
        </Button>
      </header>
      <Modules chosen={chosen} onSettings={(id) => setSearch({ settings: id })} />
      {chosen ? (
        <Suspense fallback={<Loading rows={4} />}>
          <SettingsCard key={chosen} plugin={chosen} onClose={() => setSearch({})} />
        </Suspense>
      ) : null}
      {isHistoryOpen ? (
        <Suspense fallback={null}>
          <HistoryDialog onClose={() => setHistoryOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

interface ModulesProps {
  chosen: string | undefined;
  onSettings: (id: string) => void;
}

function Modules({ chosen, onSettings }: ModulesProps) {
  const t = useText('users');
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: modulesKey, queryFn: ({ signal }) => listModules(signal), staleTime: 0 });
  const configurable = useQuery({ queryKey: [...modulesKey, 'configurable'], queryFn: ({ signal }) => listConfigurable(signal) });
  useEffect(() => push.onChanged(() => void queryClient.invalidateQueries({ queryKey: modulesKey })), [queryClient]);

  const change = async (module: Module, on: boolean) => {
    try {
      queryClient.setQueryData(modulesKey, await switchModule(module, on));
      void queryClient.invalidateQueries({ queryKey: [...modulesKey, 'history'] });
      toast(t(on ? 'modules.turnedOn' : 'modules.turnedOff', { module: module.title }));
    } catch (problem) {
      toast(kindOf(problem) === 'conflict' && problem instanceof ApiError ? problem.message : t('modules.failed'), 'error');
      await refetch();
    }
  };

  if (error) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return <Loading rows={4} />;
  }
  const { modules, sources } = data;
  const others = (configurable.data ?? []).filter(({ id }) => !modules.some((module) => module.id === id));
  return (
    <>
      {modules.length === 0 ? <Empty icon="plug" title={t('modules.none')}>{t('modules.noneText')}</Empty> : null}
      <div className="mdl-cards">
        {modules.map((module) => (
          <ModuleCard
            key={module.id}
            module={module}
            sources={sources}
            isChosen={chosen === module.id}
            onSwitch={(on) => change(module, on)}
            onSettings={configurable.data?.some(({ id }) => id === module.id) ? () => onSettings(module.id) : undefined}
          />
        ))}
      </div>
      {others.length > 0 ? (
        <div className="mdl-others row">
          <span className="t3">{t('modules.others')}</span>
          {others.map(({ id, name }) => (
            <Button key={id} size="small" onClick={() => onSettings(id)}>
              <Icon name="settings" small />
              {name}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  );
}
