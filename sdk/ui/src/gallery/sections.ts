import { inputsSection } from './inputs-section';
import { rangeSection } from './range-section';
import type { GallerySection } from './section';

/** What the gallery shows, in this order. */
export const sections: GallerySection[] = [inputsSection, rangeSection];
