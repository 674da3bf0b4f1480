/** Days and times outside forms: `import { DayBox } from '@outrider/sdk/days'`. */
export { DayBox, TimeBox, type DayBoxProps, type TimeBoxProps } from './day-box';
export { MomentBox, type MomentBoxProps } from './moment-box';
