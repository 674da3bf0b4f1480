import { inputsSection } from './inputs-section';
import { rangeSection } from './range-section';
import type { GallerySection } from './section';
import { selectSection } from './select-section';
import { tableSection } from './table-section';

/** What the gallery shows, in this order. */
export const sections: GallerySection[] = [inputsSection, rangeSection, tableSection, selectSection];
