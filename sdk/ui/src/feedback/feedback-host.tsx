import { Dialog, DialogActions, DialogContent, DialogTitle, Snackbar } from '@mui/material';
import { useId, useSyncExternalStore } from 'react';

import { Button } from '../buttons';
import { useText } from '../i18n';
import { dismiss, feedback, onFeedback, snackbarMs, toastMs, type Notice, type Question } from './messages-store';

import './feedback.css';

/** Draws the messages and questions of shell and remotes; the shell renders one. */
export function FeedbackHost() {
  const { notice, question } = useSyncExternalStore(onFeedback, feedback);
  return (
    <>
      {notice ? <NoticeView key={notice.id} notice={notice} /> : null}
      {question ? <QuestionView key={question.id} question={question} /> : null}
    </>
  );
}

function NoticeView({ notice: { id, kind, text, tone, action } }: { notice: Notice }) {
  return (
    <Snackbar
      open
      autoHideDuration={kind === 'toast' ? toastMs : snackbarMs}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      onClose={(_, reason) => {
        if (reason !== 'clickaway') {
          dismiss(id);
        }
      }}
    >
      <div className={`notice ${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
        <span>{text}</span>
        {action ? (
          <button
            type="button"
            className="notice-action"
            onClick={() => {
              dismiss(id);
              action.run();
            }}
          >
            {action.label}
          </button>
        ) : null}
      </div>
    </Snackbar>
  );
}

function QuestionView({ question: { title, text, confirm, tone, answer } }: { question: Question }) {
  const t = useText();
  const titleId = useId();
  return (
    <Dialog open onClose={() => answer(false)} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {text ? <DialogContent>{text}</DialogContent> : null}
      <DialogActions>
        <Button size="large" onClick={() => answer(false)}>
          {t('action.cancel')}
        </Button>
        <Button
          variant="primary"
          size="large"
          tone={tone === 'danger' ? 'danger' : undefined}
          onClick={() => answer(true)}
          // A question's answer is what the keyboard is for now.
          // eslint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
