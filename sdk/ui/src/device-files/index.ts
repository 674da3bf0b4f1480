/** Files of devices, read in the browser: tracking, IMU and zips of pictures. */
export * from './imu-file';
export { FileError, fileFaults, type FileFault } from './layout';
export { readPictureZip, zipLimits, type ZippedPicture } from './picture-zip';
export * from './tracking-file';
