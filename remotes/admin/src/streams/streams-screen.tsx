import { useText } from '@outrider/sdk';
import { BrowserRouter, useSearchParams } from '@outrider/sdk/router';

import { Page } from '../ui/page';
import { Tabs } from '../ui/tabs';
import { LettersView } from './letters-view';
import { StreamList } from './stream-list';

/** Streams with their consumers, and what could not be handled; `?tab=dead` opens the latter. */
export function StreamsScreen() {
  return (
    <BrowserRouter>
      <Both />
    </BrowserRouter>
  );
}

function Both() {
  const t = useText('admin');
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'dead' ? 'dead' : 'streams';
  return (
    <Page title={t('streams.title')} permission="viewOperations" hint={t('streams.hint')}>
      <Tabs
        label={t('streams.title')}
        chosen={tab}
        onChoose={(id) => setParams(id === 'dead' ? { tab: 'dead' } : {}, { replace: true })}
        tabs={[
          { id: 'streams', label: t('streams.streams'), panel: () => <StreamList /> },
          { id: 'dead', label: t('streams.dead'), panel: () => <LettersView /> },
        ]}
      />
    </Page>
  );
}
