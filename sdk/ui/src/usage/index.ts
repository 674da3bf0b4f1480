/** Pages about what vehicles did in a time: `import { UsagePage } from '@outrider/sdk/usage'`. */
export { NumberDialog, type NumberDialogProps } from './number-dialog';
export { queryOf, useUsageChoice, type UsageChoice, type UsageQuery } from './usage-choice';
export type { UsageField } from './usage-filters';
export { UsagePage, type UsagePageProps, type UsagePast } from './usage-page';
export { UsageTable, type UsageColumn, type UsageTableProps } from './usage-table';
