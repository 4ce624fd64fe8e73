import type { Position } from '@curbwrench/contract/people/schemas';
import { metersPerMile } from '@curbwrench/contract/places/distance';
import { maxVertices, readRing } from '@curbwrench/contract/service-areas/ring';
import type { ServiceAreaInput } from '@curbwrench/contract/service-areas/schemas';
import { Crosshair, Plus, Undo2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { useBusiness } from '../business/queries.ts';
import { canDrawMaps } from '../maps/can-draw.ts';
import { MapCanvas } from '../maps/map-canvas.tsx';
import { MapCenter } from '../maps/map-center.tsx';
import { MapPin } from '../maps/map-pin.tsx';
import { circlePoints, type MapShape } from '../maps/map-shapes.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import type { AreaForm } from './area-form.ts';
import { getAreaShapes } from './area-shapes.ts';
import { addVertex, appendVertex, moveVertex, readPoints, removeVertex } from './vertex-editing.ts';
import { readVertex, readNumber, readPoint, roundDegrees, splitVertices } from './vertex-text.ts';
import { useServiceAreas } from './queries.ts';

interface AreaDrawingProps {
  form: UseFormReturn<AreaForm, unknown, ServiceAreaInput>;
  /** The area being edited; null for a new one. */
  areaId: number | null;
}

/** A click on the map within this many pixels of an edge adds a vertex to that edge. */
const nearPixels = 12;

/** How far from the city's center the map reaches while there are no areas. */
const newMapRadiusMiles = 10;

/** The radius of a new circle, as text for its field. */
const defaultRadiusMiles = '5';

/** The largest radius that is drawn, which is also the largest that can be saved. */
const maxRadiusMiles = 500;

/** How many vertices are drawn and listed: one more than allowed, since the last may repeat the first. */
const maxListedVertices = maxVertices + 1;

/**
 * Renders a map on which the vertices and the circle of an area are drawn, and a list of the vertices. The drawing
 * always matches the form's fields.
 */
export function AreaDrawing({ form, areaId }: AreaDrawingProps) {
  const { cityCenter } = useBusiness();
  const { data: areas = [] } = useServiceAreas();
  const [ring, isCircle, lat, lng, radius] = useWatch({
    control: form.control,
    name: ['ring', 'isCircle', 'lat', 'lng', 'radiusMiles'],
  });
  const mapCenter = useRef<() => Position>(null);
  const [draggedPin, setDraggedPin] = useState<DraggedPin | null>(null);
  // The `ring` right after the Add point button was used: the new vertex has focus until `ring` changes.
  const [ringAfterAdding, setRingAfterAdding] = useState<string | null>(null);
  const undo = useUndo(ring);

  const points = readPoints(ring).slice(0, maxListedVertices);
  const drawnVertices = points
    .map((point, index) => (draggedPin?.pin === index ? draggedPin.position : point))
    .filter((point) => point !== null);
  const storedCenter = isCircle ? readPoint(readNumber(lat), readNumber(lng)) : null;
  const center = draggedPin?.pin === 'center' ? draggedPin.position : storedCenter;
  const circle = getCircleOutline(center, readNumber(radius));
  const otherAreas = areas.filter(({ id }) => id !== areaId).flatMap(getAreaShapes);
  const shapes: MapShape[] = [
    ...otherAreas,
    { kind: 'area', points: circle, isHighlighted: true },
    {
      kind: drawnVertices.length > 2 ? 'area' : 'line',
      points: drawnVertices,
      isHighlighted: true,
    },
  ];
  // Ignores the pin being dragged: otherwise the map would move under the pointer.
  const drawnPoints = [
    ...points.filter((point) => point !== null),
    ...getCircleOutline(storedCenter, readNumber(radius)),
    ...(storedCenter ? [storedCenter] : []),
  ];
  // A new area is drawn beside the others, or in the region around the city's center.
  const fit =
    [drawnPoints, otherAreas.flatMap((shape) => shape.points)].find(({ length }) => length > 0) ??
    getCircleOutline(cityCenter, newMapRadiusMiles);

  function setField(name: 'ring' | 'lat' | 'lng' | 'radiusMiles', value: string) {
    form.setValue(name, value, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  }
  function setRing(newRing: string) {
    undo.record(newRing);
    setField('ring', newRing);
    setDraggedPin(null);
  }
  function setCenter(position: Position) {
    setField('lat', String(roundDegrees(position.lat)));
    setField('lng', String(roundDegrees(position.lng)));
    setDraggedPin(null);
  }
  const canDraw = canDrawMaps();
  const getMapCenter = () => mapCenter.current?.() ?? cityCenter;

  return (
    <div className="grid gap-3">
      {canDraw && (
        <p className="text-sm text-ink-soft">
          Click or tap the map to add a point. Click a line to add a point between two others. Drag
          a point to move it, or select it with Tab and press the arrow keys.
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
        <div className="grid min-w-0 content-start gap-3">
          <MapCanvas
            label="Map of the area"
            className="h-80"
            fit={fit}
            shapes={shapes}
            onPress={(position, metersPerPixel) =>
              setRing(addVertex(ring, position, nearPixels * metersPerPixel))
            }
          >
            <MapCenter ref={mapCenter} />
            {center && storedCenter && (
              <MapPin
                position={storedCenter}
                label="Center of the circle"
                onDrag={(position) => setDraggedPin({ pin: 'center', position })}
                onMove={setCenter}
              />
            )}
            {points.map(
              (point, index) =>
                point && (
                  <MapPin
                    // oxlint-disable-next-line react/no-array-index-key -- a vertex is identified by its position
                    key={index}
                    size="small"
                    position={point}
                    label={`Point ${index + 1}`}
                    takesFocus={ringAfterAdding === ring && index === points.length - 1}
                    onDrag={(position) => setDraggedPin({ pin: index, position })}
                    onMove={(position) => setRing(moveVertex(ring, index, position))}
                  >
                    {index + 1}
                  </MapPin>
                ),
            )}
          </MapCanvas>
          <div className="flex flex-wrap gap-2">
            {canDraw && (
              <Button
                size="sm"
                icon={<Plus className="size-4" aria-hidden />}
                onClick={() => {
                  const newRing = appendVertex(ring, getMapCenter());
                  setRing(newRing);
                  setRingAfterAdding(newRing);
                }}
              >
                Add point
              </Button>
            )}
            <Button
              size="sm"
              icon={<Undo2 className="size-4" aria-hidden />}
              disabled={undo.previous === null}
              onClick={() => {
                if (undo.previous !== null) setField('ring', undo.previous);
                undo.discardLast();
              }}
            >
              Undo
            </Button>
            {isCircle && !storedCenter && (
              <Button
                size="sm"
                icon={<Crosshair className="size-4" aria-hidden />}
                onClick={() => {
                  setCenter(getMapCenter());
                  if (radius.trim() === '') setField('radiusMiles', defaultRadiusMiles);
                }}
              >
                Place center
              </Button>
            )}
          </div>
        </div>
        <VertexList ring={ring} onRemove={(index) => setRing(removeVertex(ring, index))} />
      </div>
      {!form.formState.errors.ring && <RingProblem ring={ring} />}
    </div>
  );
}

function getCircleOutline(center: Position | null, radiusMiles: number): Position[] {
  return center && radiusMiles > 0 && radiusMiles <= maxRadiusMiles
    ? circlePoints(center, radiusMiles * metersPerMile)
    : [];
}

/** The pin that is being dragged (a vertex's index, or the center), and where it is. */
interface DraggedPin {
  readonly pin: number | 'center';
  readonly position: Position;
}

/**
 * Records the vertices before each change that is made by drawing. If the vertices have been edited as text since then,
 * nothing can be undone.
 */
function useUndo(ring: string) {
  const [steps, setSteps] = useState<readonly { before: string; after: string }[]>([]);
  const last = steps.at(-1);
  return {
    previous: last?.after === ring ? last.before : null,
    record: (after: string) =>
      setSteps((previous) => [
        ...(previous.at(-1)?.after === ring ? previous : []),
        { before: ring, after },
      ]),
    discardLast: () => setSteps((previous) => previous.slice(0, -1)),
  };
}

interface VertexListProps {
  ring: string;
  onRemove: (index: number) => void;
}

function VertexList({ ring, onRemove }: VertexListProps) {
  const lines = splitVertices(ring).slice(0, maxListedVertices);
  if (lines.length === 0) {
    return <p className="text-ink-faint max-sm:hidden">No points yet.</p>;
  }
  return (
    <RestoreFocus>
      <ol
        aria-label="In order around the area"
        className="max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a vertex is identified by its position
          <li key={index} className="flex items-center gap-2 pl-3">
            <span className="min-w-0 flex-1 py-1 text-sm">
              <span className="font-semibold">Point {index + 1}</span>
              <span className="figures block wrap-anywhere text-ink-soft">{line}</span>
            </span>
            <IconButton
              label={`Remove point ${index + 1}`}
              icon={<X className="size-4" aria-hidden />}
              onClick={() => onRemove(index)}
            />
          </li>
        ))}
      </ol>
    </RestoreFocus>
  );
}

/** Says what is wrong with the vertices so far, except for crossing edges, which are found only when saving. */
function RingProblem({ ring }: { ring: string }) {
  const lines = splitVertices(ring);
  const problem = lines.length === 0 ? null : readRing(lines.map(readVertex)).problem;
  // An area with too few vertices so far is not an error yet.
  if (lines.length < 3)
    return problem !== null && <p className="text-sm text-ink-soft">{problem}</p>;
  return <FieldError>{problem ?? undefined}</FieldError>;
}
