import type { BaseMap } from '@curbwrench/contract/maps/schemas';
import type { Position } from '@curbwrench/contract/people/schemas';
import type { ServiceArea } from '@curbwrench/contract/service-areas/schemas';
import { useQuery } from '@tanstack/react-query';
import { MapCanvas } from '../maps/map-canvas.tsx';
import { MapMarker } from '../maps/map-marker.tsx';
import { MapPin } from '../maps/map-pin.tsx';
import { baseMapQuery } from '../maps/queries.ts';
import { classNames } from '../ui/class-names.ts';
import { drawArea, findAreaAt } from './area-shapes.ts';

interface AreasMapProps {
  areas: readonly ServiceArea[];
  /** The area that stands out, if any. */
  chosenId: number | null;
  /** The place that was asked about, if it is known where it is. */
  asked: Position | null;
  onAsk: (position: Position) => void;
  /** Called with the area under the pointer. */
  onPointArea: (id: number | null) => void;
}

/** Shows all areas on a map, each with its name; a press asks whether the business comes there. */
export function AreasMap({ areas, chosenId, asked, onAsk, onPointArea }: AreasMapProps) {
  const { data: baseMap } = useQuery(baseMapQuery);
  const zipCenters = baseMap ? readZipCenters(baseMap) : new Map<string, Position>();
  const drawings = areas.map((area) => {
    const isChosen = area.id === chosenId;
    return { ...drawArea(area, zipCenters, isChosen), area, isChosen };
  });
  const shapes = drawings.flatMap((drawing) => drawing.shapes);
  const isListOnly = drawings.some(({ missingZips }) => missingZips.length > 0);
  return (
    <div>
      <MapCanvas
        label="Map of the areas we serve"
        className="h-80 lg:h-104"
        fit={[...shapes.flatMap(({ points }) => points), ...(asked ? [asked] : [])]}
        shapes={shapes}
        onPress={onAsk}
        onPointer={(position) => onPointArea(position && (findAreaAt(areas, position)?.id ?? null))}
      >
        {drawings.map(
          ({ area, label, isChosen }) =>
            label && (
              <MapMarker key={area.id} position={label}>
                <AreaLabel isChosen={isChosen}>{area.name}</AreaLabel>
              </MapMarker>
            ),
        )}
        {asked && <MapPin position={asked} label="The place you ask about" onMove={onAsk} />}
      </MapCanvas>
      <p className="mt-1.5 text-sm text-ink-soft">
        Press the map to ask whether we come there.
        {isListOnly && ' Not all ZIP codes are on the map; the list has them all.'}
      </p>
    </div>
  );
}

function AreaLabel({ isChosen, children }: { isChosen: boolean; children: string }) {
  return (
    <span
      data-front={isChosen || undefined}
      className={classNames(
        'block max-w-36 truncate rounded-sm px-1.5 py-0.5 text-xs font-semibold shadow-lift',
        isChosen ? 'bg-info text-sheet' : 'bg-sheet/90 text-ink',
      )}
    >
      {children}
    </span>
  );
}

/** Returns the centers of the ZIP codes that the base map shows. */
function readZipCenters(baseMap: BaseMap): ReadonlyMap<string, Position> {
  if (!('features' in baseMap)) return new Map();
  return new Map(
    baseMap.features.flatMap(({ properties: { layer, name }, geometry }) => {
      if (layer !== 'zip' || name === null || geometry.type !== 'Point') return [];
      const [lng, lat] = geometry.coordinates;
      return [[name, { lat, lng }] as const];
    }),
  );
}
