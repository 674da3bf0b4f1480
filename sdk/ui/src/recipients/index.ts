/** The field in which a form's recipients are chosen. Apart from the rest, so that only forms with recipients load it. */
export { RecipientsField, type RecipientsFieldProps } from './recipients-field';
