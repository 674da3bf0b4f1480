import { buttonsSection } from './buttons-section';
import { chartsSection } from './charts-section';
import { inputsSection } from './inputs-section';
import { mapSection } from './map-section';
import { playerSection } from './player-section';
import { rangeSection } from './range-section';
import type { GallerySection } from './section';
import { selectSection } from './select-section';
import { statesSection } from './states-section';
import { tableSection } from './table-section';
import { tasksSection } from './tasks-section';

/** What the gallery shows, in this order. */
export const sections: GallerySection[] = [
  statesSection,
  buttonsSection,
  inputsSection,
  rangeSection,
  tableSection,
  selectSection,
  chartsSection,
  mapSection,
  playerSection,
  tasksSection,
];
