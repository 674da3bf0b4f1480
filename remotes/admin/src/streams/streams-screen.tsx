import { useText } from '@outrider/sdk';
import { BrowserRouter, useSearchParams } from '@outrider/sdk/router';

import { Page } from '../ui/page';
import { Tabs } from '../ui/tabs';
import { LettersView } from './letters-view';
import { LimitsView } from './limits-view';
import { StreamList } from './stream-list';

/** Streams with their consumers, what could not be handled (`?tab=dead`), and who may put how much into them (`?tab=limits`). */
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
  const tab = ['dead', 'limits'].find((id) => id === params.get('tab')) ?? 'streams';
  return (
    <Page title={t('streams.title')} permission="viewOperations" hint={t('streams.hint')}>
      <Tabs
        label={t('streams.title')}
        chosen={tab}
        onChoose={(id) => setParams(id === 'streams' ? {} : { tab: id }, { replace: true })}
        tabs={[
          { id: 'streams', label: t('streams.streams'), panel: () => <StreamList /> },
          { id: 'dead', label: t('streams.dead'), panel: () => <LettersView /> },
          { id: 'limits', label: t('limits.title'), panel: () => <LimitsView /> },
        ]}
      />
    </Page>
  );
}
