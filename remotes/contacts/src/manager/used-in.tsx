import { Icon, linkTo, useText } from '@outrider/sdk';
import { Fragment } from 'react';

import type { Usage } from '../api/contacts';
import { named, usedThings } from './usage-text';

/** Stands for the things in the sentence around them. */
const place = '\u0000';

/** Where a contact is used, each with the way there. */
export function UsedIn({ usage, onLeave }: { usage: readonly Usage[]; onLeave: () => void }) {
  const t = useText('contacts');
  const things = usedThings(t, usage);
  const more = things.length - named;
  const [before, after] = t('usedIn', { things: place }).split(place);
  return (
    <p className="ct-used">
      <Icon name="mail" small />
      <span>
        {before}
        {things.slice(0, named).map(({ text, path }, index) => (
          <Fragment key={text}>
            {index > 0 ? ', ' : null}
            {path === '' ? text : <a {...linkTo(path, onLeave)}>{text}</a>}
          </Fragment>
        ))}
        {more > 0 ? ` … +${more}` : null}
        {after}
      </span>
    </p>
  );
}
