export { FeedbackHost } from './feedback-host';
export { confirm, snackbar, snackbarMs, toast, toastMs } from './messages-store';
