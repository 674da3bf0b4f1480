import { namedFlavor, type Flavor } from '@protomaps/basemaps';

import { colourMode } from '../../theme/mode';
import type { MapTokens } from '../basemap/map-tokens';

/** The colours of streets: those of the theme where it has any, else those that come with the scheme of the tiles. */
export function streetColors(tokens: MapTokens): Flavor {
  const { sea, land, urban, motorway, motorwayCase, road, roadCase, text, text2, halo, border } = tokens;
  return {
    ...namedFlavor(colourMode()),
    background: sea, water: sea, earth: land, industrial: urban, boundaries: border,
    highway: motorway, bridges_highway: motorway, tunnel_highway: motorway,
    highway_casing_early: motorwayCase, highway_casing_late: motorwayCase, bridges_highway_casing: motorwayCase, tunnel_highway_casing: motorwayCase,
    major: road, bridges_major: road, link: road, bridges_link: road, minor_a: road, minor_b: road, bridges_minor: road,
    major_casing_early: roadCase, major_casing_late: roadCase, bridges_major_casing: roadCase, link_casing: roadCase, minor_casing: roadCase, bridges_minor_casing: roadCase,
    roads_label_major: text, roads_label_minor: text2, roads_label_major_halo: halo, roads_label_minor_halo: halo,
    city_label: text, city_label_halo: halo, state_label: text2, state_label_halo: halo, country_label: text2, subplace_label: text2, subplace_label_halo: halo,
  };
}
