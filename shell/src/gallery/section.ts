import type { ComponentType } from 'react';

/** One page of the gallery: a component, or a family of them, in every state. */
export interface GallerySection {
  /** Its word in the address, `/gallery?section=inputs`. */
  id: string;
  title: string;
  Component: ComponentType;
}
