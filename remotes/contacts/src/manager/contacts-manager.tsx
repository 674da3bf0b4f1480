import { Button, Denied, Icon, useFormat, usePermission, useText, type ToolbarDialogProps } from '@outrider/sdk';
import { useState } from 'react';

import type { Contact } from '../api/contacts';
import { PeopleDialog } from '../people/people-dialog';
import { useLists, useTags } from '../people/use-people';
import { ImportDialog } from './import-dialog';
import { ListsTab } from './lists-tab';
import { PeopleTab } from './people-tab';
import { TagsTab } from './tags-tab';

type Tab = 'people' | 'lists' | 'tags';

export interface ContactsManagerProps extends ToolbarDialogProps {
  /** The one that is looked at at first. */
  contact?: Contact;
}

/** The contacts of the organisation: people, distribution lists and tags. */
export function ContactsManager({ close, contact }: ContactsManagerProps) {
  const t = useText('contacts');
  const format = useFormat();
  const mayCreate = usePermission('createExternalContact');
  const mayModify = usePermission('modifyExternalContact');
  const maySee = usePermission('listExternalContacts');
  const [tab, setTab] = useState<Tab>('people');
  const [isImporting, setImporting] = useState(false);
  const tags = useTags();
  const lists = useLists();
  const counts = { people: tags.data ? tags.data.internal + tags.data.external : undefined, lists: lists.data?.length, tags: tags.data?.tags.length };
  return (
    <PeopleDialog
      title={t('title')}
      onClose={close}
      head={
        <>
          <div className="tabs" role="tablist">
            {(['people', 'lists', 'tags'] as const).map((one) => (
              <button key={one} type="button" role="tab" aria-selected={tab === one} className={tab === one ? 'on' : undefined} onClick={() => setTab(one)}>
                {t(`tab.${one}`)}
                <b>{counts[one] === undefined ? '' : format.number(counts[one])}</b>
              </button>
            ))}
          </div>
          <span className="grow" />
          <Button disabled={!mayCreate || !mayModify} onClick={() => setImporting(true)}>
            <Icon name="download" small />
            {t('import.open')}
          </Button>
        </>
      }
    >
      {maySee ? tab === 'people' ? <PeopleTab onLeave={close} {...(contact ? { first: contact } : {})} /> : tab === 'lists' ? <ListsTab /> : <TagsTab /> : <Denied />}
      {isImporting ? <ImportDialog onClose={() => setImporting(false)} /> : null}
    </PeopleDialog>
  );
}
