import { createRandom, type Random } from './random.ts';
import type { PlannedStreet, StreetKind } from './town-plan.ts';

/** The first words of street names. */
const firstWords =
  `Juniper Foundry Larkspur Old_Mill Tannery Magnolia Ropewalk Signal Orchard Quarry Bellwether Saltmarsh
  Copper Heron Thistle Lantern Wharfside Millrace Sycamore Fennel Harrow Cobbler Gantry Birchwood Turnstone
  Aldergate Kestrel Brickfield Alder Anchor Aspen Barley Beacon Bramble Bridgewater Buckeye Calico Candlewick
  Canterbury Cedar_Hill Chandler Chestnut Clover Cooper Cranberry Dogwood Dovetail Elderberry Fairview Falcon
  Fieldstone Flint Foxglove Garnet Glenwood Granary Greenbriar Hawthorn Hazel Hickory Holly Ironwood Jasper Kiln
  Laurel Linden Locust Loom Maple_Grove Marigold Meadowlark Mulberry Osprey Partridge Pebble Pewter Plover Poplar
  Primrose Redwood Ridge Rosemary Rowan Sandpiper Sorrel Spruce Steeple Stonebridge Summit Tamarack Tidewater
  Timber Trellis Vineyard Walnut Weaver Whitfield Willow Wren Yarrow`
    .split(/\s+/)
    .map((word) => word.replace('_', ' '));

/**
 * The last words of street names, by kind of street. Names that end in a kind's first word are used before the others.
 */
const lastWords: Readonly<Record<Exclude<StreetKind, 'highway'>, readonly [string, ...string[]]>> =
  {
    avenue: ['Avenue', 'Boulevard'],
    drive: ['Parkway'],
    street: ['Street', 'Way', 'Road', 'Lane', 'Trail', 'Row', 'Pass', 'Run'],
    loop: ['Crescent', 'Drive'],
    court: ['Court', 'Place', 'Terrace', 'Circle'],
  };

const highwayName = 'Highway 41';

/** Returns a different name for each street. */
export function nameStreets(streets: readonly PlannedStreet[]): string[] {
  const random = createRandom('town', 'names');
  const unusedNames = new Map<StreetKind, string[]>();
  return streets.map(({ kind }) => {
    if (kind === 'highway') return highwayName;
    const names = unusedNames.get(kind) ?? listNames(lastWords[kind], random);
    unusedNames.set(kind, names);
    const name = names.shift();
    if (name === undefined) throw new Error('There are too few names for the streets.');
    return name;
  });
}

/** Returns all names with these last words in random order; names with the first last word come before the others. */
function listNames(
  [firstChoice, ...others]: readonly [string, ...string[]],
  random: Random,
): string[] {
  const listNamesWith = (lastWord: string): string[] =>
    firstWords.map((word) => `${word} ${lastWord}`);
  return [
    ...random.shuffle(listNamesWith(firstChoice)),
    ...random.shuffle(others.flatMap(listNamesWith)),
  ];
}
