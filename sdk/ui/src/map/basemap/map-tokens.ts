/** The map colours of the theme, as the canvas needs them. */
export interface MapTokens {
  sea: string;
  land: string;
  urban: string;
  coast: string;
  border: string;
  motorway: string;
  motorwayCase: string;
  road: string;
  roadCase: string;
  text: string;
  text2: string;
  halo: string;
  shield: string;
  font: string;
}

/** Reads the tokens where they apply, so that light and dark follow the theme. */
export function readMapTokens(element: Element): MapTokens {
  const probe = document.createElement('span');
  element.append(probe);
  const color = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const tokens: MapTokens = {
    sea: color('--map-sea'),
    land: color('--map-land'),
    urban: color('--map-urban'),
    coast: color('--map-road-a-case'),
    border: color('--map-text-2'),
    motorway: color('--map-mway'),
    motorwayCase: color('--map-mway-case'),
    road: color('--map-road-a'),
    roadCase: color('--map-road-a-case'),
    text: color('--map-text'),
    text2: color('--map-text-2'),
    halo: color('--map-halo'),
    shield: color('--map-shield'),
    font: getComputedStyle(element).fontFamily,
  };
  probe.remove();
  return tokens;
}
