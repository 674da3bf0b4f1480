import { Button, Icon, useText, type ReachProps } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useState } from 'react';

import { ReachView } from './reach-view';

/** Opens who can see a thing, from where the thing is shown. */
export function ReachButton(thing: ReachProps) {
  const t = useText('users');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="users" small />
        {t('why.who')}
      </Button>
      {isOpen ? (
        <Modal title={t('why.who')} hint={thing.name} onClose={() => setOpen(false)}>
          <ReachView {...thing} />
        </Modal>
      ) : null}
    </>
  );
}
