import 'maplibre-gl/dist/maplibre-gl.css';
import './map.css';
import type { BaseMap } from '@curbwrench/contract/maps/schemas';
import type { Position } from '@curbwrench/contract/people/schemas';
import { useQuery } from '@tanstack/react-query';
import {
  AttributionControl,
  GPUInitializationError,
  LngLatBounds,
  Map as MapLibreMap,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type LngLat,
  type MapMouseEvent,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { Maximize2 } from 'lucide-react';
import { createContext, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { useColorScheme } from './color-scheme.ts';
import { readMapColors } from './map-colors.ts';
import { drawShapes, type MapShape } from './map-shapes.ts';
import { MapSkeleton } from './map-skeleton.tsx';
import { buildMapStyle, emptyStyle, getMaxZoom } from './map-style.ts';
import { baseMapQuery } from './queries.ts';

setWorkerUrl(workerUrl);

/** The map that markers are placed on; null until it exists. */
export const MapContext = createContext<MapLibreMap | null>(null);

export interface MapCanvasProps {
  /** What the map shows, read by screen readers: "Map of today's jobs". */
  label: string;
  /** The points in view at first and after 'Show all on map' is clicked; if empty, the center of the city. */
  fit: readonly Position[];
  shapes?: readonly MapShape[];
  /** Called with the point pressed on the map itself, and the meters per pixel there. */
  onPress?: (position: Position, metersPerPixel: number) => void;
  /** Called with the point under the pointer, and with null when it leaves the map. */
  onPointer?: (position: Position | null) => void;
  /** Classes for the map's frame, including its height. */
  className?: string;
  /** The markers: `MapMarker` and `MapPin`. */
  children?: ReactNode;
}

/**
 * Renders a map with markers. The page must also show all of its information as text, because a device that can't
 * display maps shows only a message instead. Imports the map library, so load it with `lazyComponent`.
 */
export function MapCanvas({ className, ...props }: MapCanvasProps) {
  const query = useQuery(baseMapQuery);
  const frameClass = classNames(
    'relative isolate overflow-hidden rounded-lg border border-line bg-well',
    className ?? 'h-80',
  );
  if (query.data) return <LoadedMap {...props} baseMap={query.data} frameClass={frameClass} />;
  if (query.isError) {
    return (
      <ErrorState
        title="We couldn't load the map."
        detail={getErrorMessage(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  // Loading is not announced, because the page also says elsewhere what the map shows.
  return <MapSkeleton className={className ?? 'h-80'} />;
}

type Notice = 'none' | 'not_drawn' | 'style_failed' | 'partly_failed';

const noticeMessages: Record<Exclude<Notice, 'none'>, string> = {
  not_drawn:
    "This browser can't display maps. Everything on the map is also shown on this page as text.",
  style_failed: "The streets couldn't be loaded. Locations are still correct.",
  partly_failed: "Parts of the map couldn't be loaded. Locations are still correct.",
};

interface LoadedMapProps extends MapCanvasProps {
  baseMap: BaseMap;
  frameClass: string;
}

function LoadedMap({
  label,
  fit,
  shapes,
  onPress,
  onPointer,
  children,
  baseMap,
  frameClass,
}: LoadedMapProps) {
  const { cityCenter } = useBusiness();
  const scheme = useColorScheme();
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const [notice, setNotice] = useState<Notice>('none');
  /** An empty style is loaded if the base map's own style fails. */
  const styleState = useRef<
    'style_loading' | 'style_loaded' | 'empty_style_loading' | 'empty_style_loaded'
  >('style_loading');
  const points = fit.length > 0 ? fit : [cityCenter];
  const isPressable = onPress !== undefined;

  const createMap = useEffectEvent((element: HTMLDivElement) =>
    openMap(element, label, baseMap, points),
  );
  const handlePress = useEffectEvent(({ target, lngLat, point, originalEvent }: MapMouseEvent) => {
    // A press on a pin only moves the pin.
    if (!onPress || isOnPin(originalEvent)) return;
    const nextPixel = target.unproject([point.x + 1, point.y]);
    onPress(toPosition(lngLat), lngLat.distanceTo(nextPixel));
  });
  const handlePointer = useEffectEvent((position: Position | null) => onPointer?.(position));
  const handleError = useEffectEvent((newMap: MapLibreMap) => {
    if (styleState.current === 'style_loaded') {
      setNotice('partly_failed');
    } else if (styleState.current === 'style_loading') {
      // Without a style, nothing is drawn, not even our own shapes: use an empty style.
      styleState.current = 'empty_style_loading';
      newMap.setStyle(emptyStyle(readMapColors()), { diff: false });
      setNotice('style_failed');
    }
  });
  const handleStyle = useEffectEvent((newMap: MapLibreMap) => {
    if (styleState.current === 'style_loading') {
      styleState.current = 'style_loaded';
      setNotice('none');
    } else if (styleState.current === 'empty_style_loading') {
      styleState.current = 'empty_style_loaded';
    }
    drawShapes(newMap, shapes ?? [], readMapColors());
  });

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    try {
      const newMap = createMap(element);
      newMap.on('error', () => handleError(newMap));
      newMap.on('style.load', () => handleStyle(newMap));
      newMap.on('click', handlePress);
      newMap.on('mousemove', ({ lngLat }) => handlePointer(toPosition(lngLat)));
      newMap.on('mouseout', () => handlePointer(null));
      // Two quick presses choose two points; they do not zoom.
      if (isPressable) newMap.doubleClickZoom.disable();
      setMap(newMap);
      return () => {
        setMap(null);
        newMap.remove();
      };
    } catch (error) {
      if (!(error instanceof GPUInitializationError)) throw error;
      setNotice('not_drawn');
      return;
    }
  }, [isPressable]);

  useEffect(() => {
    styleState.current = 'style_loading';
    map?.setStyle(buildMapStyle(baseMap, scheme, readMapColors(), cityCenter), { diff: false });
  }, [map, baseMap, scheme, cityCenter]);

  useEffect(() => {
    const isReady =
      styleState.current === 'style_loaded' || styleState.current === 'empty_style_loaded';
    if (map && isReady) drawShapes(map, shapes ?? [], readMapColors());
  }, [map, shapes]);

  useKeepPointsInView(map, points, getMaxZoom(baseMap));

  return (
    <figure>
      <div className={frameClass}>
        {notice === 'not_drawn' ? (
          <p className="grid h-full place-items-center p-6 text-center text-ink-soft">
            {noticeMessages.not_drawn}
          </p>
        ) : (
          <div ref={container} className="size-full" />
        )}
        {map && fit.length > 1 && (
          <IconButton
            label="Show all on map"
            icon={<Maximize2 className="size-4" aria-hidden />}
            onClick={() => showPoints(map, points, getMaxZoom(baseMap))}
            className="absolute top-2 left-2 border border-line-strong bg-sheet"
          />
        )}
      </div>
      {/* One line high even when empty, so that nothing below the map moves when a caption appears. */}
      <figcaption className="mt-1.5 min-h-[1lh] text-xs text-ink-faint">
        {notice === 'none'
          ? captions[baseMap.kind]
          : notice !== 'not_drawn' && noticeMessages[notice]}
      </figcaption>
      <MapContext value={map}>{map && children}</MapContext>
    </figure>
  );
}

const captions: Record<BaseMap['kind'], string | null> = {
  schematic: "Simplified map. Streets aren't shown.",
  // The attribution on the map says that it is a demo.
  demo: null,
  tiles: null,
  style: null,
};

/** @throws GPUInitializationError if the browser doesn't support WebGL 2 */
function openMap(
  element: HTMLDivElement,
  label: string,
  baseMap: BaseMap,
  points: readonly Position[],
): MapLibreMap {
  const newMap = new MapLibreMap({
    container: element,
    bounds: getBounds(points),
    fitBoundsOptions: { padding: viewPadding, maxZoom: Math.min(maxFitZoom, getMaxZoom(baseMap)) },
    maxZoom: getMaxZoom(baseMap),
    attributionControl: false,
    // Lets one finger or the wheel scroll the page instead of moving the map.
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    locale: { 'Map.Title': label },
  });
  newMap.touchZoomRotate.disableRotation();
  newMap.addControl(new NavigationControl({ showCompass: false }));
  newMap.addControl(new ScaleControl({ unit: 'imperial' }));
  newMap.addControl(new AttributionControl({ compact: false }));
  return newMap;
}

function isOnPin({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('.maplibregl-marker-draggable') !== null;
}

function toPosition({ lat, lng }: LngLat): Position {
  return { lat, lng };
}

const viewPadding = 48;
/** The maximum zoom when showing points, so that even a single point is shown with some streets around it. */
const maxFitZoom = 14.5;

function getBounds(points: readonly Position[]): LngLatBounds {
  const bounds = new LngLatBounds();
  for (const { lat, lng } of points) bounds.extend([lng, lat]);
  return bounds;
}

function showPoints(map: MapLibreMap, points: readonly Position[], maxZoom: number): void {
  map.fitBounds(getBounds(points), {
    padding: viewPadding,
    maxZoom: Math.min(maxFitZoom, maxZoom),
  });
}

/** Shows all points again whenever a point has left the view, until the user moves the map. */
function useKeepPointsInView(
  map: MapLibreMap | null,
  points: readonly Position[],
  maxZoom: number,
): void {
  const wasMovedByUser = useRef(false);
  useEffect(() => {
    if (!map) return;
    const recordMove = ({ originalEvent }: { originalEvent?: unknown }) => {
      if (originalEvent !== undefined) wasMovedByUser.current = true;
    };
    map.on('movestart', recordMove);
    return () => void map.off('movestart', recordMove);
  }, [map]);
  const pointsKey = JSON.stringify(points);
  const keepInView = useEffectEvent(() => {
    if (!map || wasMovedByUser.current) return;
    const view = map.getBounds();
    if (!points.every(({ lat, lng }) => view.contains([lng, lat])))
      showPoints(map, points, maxZoom);
  });
  useEffect(() => keepInView(), [map, pointsKey]);
}
