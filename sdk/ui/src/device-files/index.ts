/** Files of devices, read in the browser: tracking and IMU. */
export * from './imu-file';
export { FileError, fileFaults, type FileFault } from './layout';
export * from './tracking-file';
