const colorNames = [
  'land',
  'water',
  'park',
  'street',
  'avenue',
  'highway',
  'edge',
  'label',
  'place',
  'grid',
  'shape',
] as const;

/** The colors of a map, as CSS values. */
export type MapColors = Readonly<Record<(typeof colorNames)[number], string>>;

/**
 * Reads the map's colors for the current color scheme from `map.css`. A map's style cannot contain CSS variables,
 * so the browser computes them on an element.
 */
export function readMapColors(): MapColors {
  const probe = document.createElement('span');
  document.body.append(probe);
  const colors = Object.fromEntries(
    colorNames.map((name) => {
      probe.style.color = `var(--color-map-${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  );
  probe.remove();
  return colors as MapColors;
}
