import { Button, Icon, labelled, linkTo, openPath, snackbar, toast, useFormat, useNow, useText, type AttentionAction, type AttentionItem } from '@outrider/sdk';
import { Menu, MenuItem } from '@outrider/sdk/mui';
import { useState } from 'react';

/** One thing that waits: what, with whom, since when, and what to do about it. */
export function AttentionRow({ item: { icon, tone, title, text, atMs, path, action } }: { item: AttentionItem }) {
  const format = useFormat();
  const now = useNow();
  return (
    <li className="attention-row">
      <a {...linkTo(path)}>
        <span className={`tile attention-${tone}`}>
          <Icon name={icon} small />
        </span>
        <span className="attention-what">
          <b className="ell">{title}</b>
          <span className="s12 t2 ell">{text}</span>
        </span>
      </a>
      <time className="s12 t3 num" dateTime={new Date(atMs).toISOString()}>
        {format.age(atMs, now)}
      </time>
      {action ? <ActionButton action={action} about={title} path={path} /> : null}
    </li>
  );
}

function ActionButton({ action: { label, run, choices }, about, path }: { action: AttentionAction; about: string; path: string }) {
  const t = useText('shell');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isBusy, setBusy] = useState(false);
  const doIt = async (work: NonNullable<AttentionAction['run']>) => {
    setAnchor(null);
    setBusy(true);
    try {
      const undo = await work();
      snackbar(t('attention.done', { name: about }), undo ? { label: t('home.undo'), run: () => void undo().catch(() => toast(t('attention.failed'), 'error')) } : undefined);
    } catch {
      toast(t('attention.failed'), 'error');
    } finally {
      setBusy(false);
    }
  };
  const press = (element: HTMLElement) => {
    if (choices) {
      setAnchor(element);
    } else if (run) {
      void doIt(run);
    } else {
      openPath(path);
    }
  };
  return (
    <>
      <Button size="small" aria-label={labelled(label, about)} disabled={isBusy} {...(choices ? { 'aria-haspopup': 'menu', 'aria-expanded': anchor !== null } : {})} onClick={(event) => press(event.currentTarget)}>
        {label}
      </Button>
      {choices ? (
        <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
          {choices.map((choice) => (
            <MenuItem key={choice.id} onClick={() => void doIt(choice.run)}>
              {choice.label}
            </MenuItem>
          ))}
        </Menu>
      ) : null}
    </>
  );
}
