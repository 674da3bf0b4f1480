/** Charts on recharts with one cursor for charts, map and video. Apart from the rest, so that only screens with charts load them. */
export { BarChart, type BarChartProps } from './bar-chart';
export type { Category } from './categories';
export { Cursor, type CursorListener, type CursorSource, type TimeSpan } from './cursor';
export { CursorProvider, useCursor, useCursorTime } from './cursor-context';
export { DonutChart, type DonutChartProps } from './donut-chart';
export { ImuChart, imuChartHeight, type HarshThresholds, type ImuChartProps, type ImuSample } from './imu-chart';
export { lttb, nearest } from './lttb';
export { SpeedChart, speedChartHeight, type SpeedChartProps, type SpeedSample } from './speed-chart';
export { TimeChart, type TimeChartProps } from './time-chart';
export type { Band, EventMark, Level, Mark, Series } from './time-series';
