import type { Position } from '@curbwrench/contract/people/schemas';
import type { ServiceArea } from '@curbwrench/contract/service-areas/schemas';
import { canDrawMaps } from '../maps/can-draw.ts';
import { MapCanvas } from '../maps/map-canvas.tsx';
import { MapMarker } from '../maps/map-marker.tsx';
import { MapPin } from '../maps/map-pin.tsx';
import { classNames } from '../ui/class-names.ts';
import { drawArea, findAreaAt } from './area-shapes.ts';

interface AreasMapProps {
  areas: readonly ServiceArea[];
  /** The highlighted area, if any. */
  chosenId: number | null;
  /** The position that was looked up, if known. */
  lookedUp: Position | null;
  onLookUp: (position: Position) => void;
  /** Called with the area under the pointer. */
  onHoverArea: (id: number | null) => void;
}

/** Shows all areas on a map, each with its name; a click looks up whether the business serves that location. */
export function AreasMap({ areas, chosenId, lookedUp, onLookUp, onHoverArea }: AreasMapProps) {
  const drawings = areas.map((area) => {
    const isChosen = area.id === chosenId;
    return { ...drawArea(area, isChosen), area, isChosen };
  });
  const shapes = drawings.flatMap((drawing) => drawing.shapes);
  const hasUnmappedZips = areas.some(({ zips, zipCenters }) => zipCenters.length < zips.length);
  return (
    <div>
      <MapCanvas
        label="Map of the areas we serve"
        className="h-80 lg:h-104"
        fit={[...shapes.flatMap(({ points }) => points), ...(lookedUp ? [lookedUp] : [])]}
        shapes={shapes}
        onPress={onLookUp}
        onPointer={(position) => onHoverArea(position && (findAreaAt(areas, position)?.id ?? null))}
      >
        {drawings.map(
          ({ area, label, isChosen }) =>
            label && (
              <MapMarker key={area.id} position={label}>
                <AreaLabel isChosen={isChosen}>{area.name}</AreaLabel>
              </MapMarker>
            ),
        )}
        {lookedUp && <MapPin position={lookedUp} label="Selected place" onMove={onLookUp} />}
      </MapCanvas>
      {canDrawMaps() && (
        <p className="mt-1.5 text-sm text-ink-soft">
          Click or tap the map to check whether we serve that location.
          {hasUnmappedZips && ' Not all ZIP codes are on the map; the list has them all.'}
        </p>
      )}
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
