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
  highlightedId: number | null;
  /** The position of the place that was looked up, if known. */
  lookedUpPosition: Position | null;
  onLookUp: (position: Position) => void;
  /** Called with the id of the area under the pointer, or with null. */
  onHoverArea: (id: number | null) => void;
}

/** Shows all areas on a map, each with its name; a click looks up whether the business serves that location. */
export function AreasMap({
  areas,
  highlightedId,
  lookedUpPosition,
  onLookUp,
  onHoverArea,
}: AreasMapProps) {
  const drawings = areas.map((area) => {
    const isHighlighted = area.id === highlightedId;
    return { ...drawArea(area, isHighlighted), area, isHighlighted };
  });
  const shapes = drawings.flatMap((drawing) => drawing.shapes);
  const hasUnmappedZips = areas.some(({ zips, zipCenters }) => zipCenters.length < zips.length);
  return (
    <div>
      <MapCanvas
        label="Map of the areas we serve"
        className="h-80 lg:h-104"
        fit={[
          ...shapes.flatMap(({ points }) => points),
          ...(lookedUpPosition ? [lookedUpPosition] : []),
        ]}
        shapes={shapes}
        onPress={onLookUp}
        onPointer={(position) => onHoverArea(position && (findAreaAt(areas, position)?.id ?? null))}
      >
        {drawings.map(
          ({ area, label, isHighlighted }) =>
            label && (
              <MapMarker key={area.id} position={label}>
                <AreaLabel isHighlighted={isHighlighted}>{area.name}</AreaLabel>
              </MapMarker>
            ),
        )}
        {lookedUpPosition && (
          <MapPin position={lookedUpPosition} label="Selected location" onMove={onLookUp} />
        )}
      </MapCanvas>
      {canDrawMaps() && (
        <p className="mt-1.5 text-sm text-ink-soft">
          Click or tap the map to check whether we serve that location.
          {hasUnmappedZips && " Some ZIP codes aren't on the map; the list shows all of them."}
        </p>
      )}
    </div>
  );
}

function AreaLabel({ isHighlighted, children }: { isHighlighted: boolean; children: string }) {
  return (
    <span
      data-front={isHighlighted || undefined}
      className={classNames(
        'block max-w-36 truncate rounded-sm px-1.5 py-0.5 text-xs font-semibold shadow-lift',
        isHighlighted ? 'bg-info text-sheet' : 'bg-sheet/90 text-ink',
      )}
    >
      {children}
    </span>
  );
}
