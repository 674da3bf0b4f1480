/** The components of the SDK in all their states, for those who build screens with them; `/gallery` of a demonstration. */
export { Gallery } from './gallery';
export type { GallerySection } from './section';
export { sections } from './sections';
