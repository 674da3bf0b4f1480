import { Button, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useState } from 'react';

import type { Group } from '../api/tree';
import { nameOf, type User } from '../api/user';
import { moveUsers } from '../people/bulk-users';
import { SightChanges } from '../people/sight-changes';

/** Says what users see before and after they are in another group, and moves them. */
export function MoveUsersDialog({ users, to, onClose, onMoved }: { users: User[]; to: Group; onClose: () => void; onMoved: () => void }) {
  const t = useText('users');
  const [isMoving, setMoving] = useState(false);
  const [only] = users;
  const who = users.length === 1 && only ? nameOf(only) : t('bulk.users', { count: users.length });
  const move = async () => {
    setMoving(true);
    await moveUsers(users, to.id, to.label, onMoved);
    onClose();
  };
  return (
    <Modal title={t('groups.moveTitle', { group: who, target: to.label })} hint={t('bulk.effect')} width="xs" onClose={onClose}>
      <SightChanges users={users} target={to.id} />
      <div className="row group-move-actions">
        <Button onClick={onClose}>
          {t('twoStep.cancel')}
        </Button>
        <Button variant="primary" disabled={isMoving} onClick={() => void move()}>
          {t('groups.move')}
        </Button>
      </div>
    </Modal>
  );
}
