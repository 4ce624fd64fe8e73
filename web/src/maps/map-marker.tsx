import type { Position } from '@curbwrench/contract/people/schemas';
import { Marker } from 'maplibre-gl';
import { use, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { getGlidePoint, planGlide } from './glide.ts';
import { MapContext } from './map-canvas.tsx';

interface MapMarkerProps {
  position: Position;
  /** When the position was reported (ISO 8601). If set, the marker glides to each new position. */
  reportedAt?: string;
  /** Which point of the icon is at the position. */
  anchor?: 'center' | 'bottom';
  /**
   * The name that another marker's `onDrop` receives when that marker is dropped on this one; without a name,
   * nothing can be dropped here. Must not change.
   */
  dropTarget?: string;
  /**
   * Makes the marker draggable. Called after a drop with the `dropTarget` under the marker, or null. In both cases, the
   * marker moves back.
   */
  onDrop?: (target: string | null) => void;
  /** The icon. Screen readers and the keyboard skip it; they use the list beside the map. */
  children: ReactNode;
}

/** Places an icon from `map-icons.tsx`, or other content, at a position on the map. Render it inside `MapCanvas`. */
export function MapMarker({
  position: { lat, lng },
  reportedAt,
  anchor = 'center',
  dropTarget,
  onDrop,
  children,
}: MapMarkerProps) {
  const map = use(MapContext);
  const [element] = useState(() => {
    const newElement = document.createElement('div');
    newElement.ariaHidden = 'true';
    if (dropTarget !== undefined) newElement.dataset['dropTarget'] = dropTarget;
    return newElement;
  });
  const [marker] = useState(() => new Marker({ element, anchor, subpixelPositioning: true }));
  const isDraggable = onDrop !== undefined;

  const showDropTargets = useEffectEvent((isDragging: boolean) => {
    map?.getContainer().toggleAttribute('data-dragging', isDragging);
  });
  const drop = useEffectEvent(() => {
    showDropTargets(false);
    const target = findDropTarget(element);
    marker.setLngLat([lng, lat]);
    onDrop?.(target);
  });
  useEffect(() => {
    marker.setDraggable(isDraggable);
    const start = () => showDropTargets(true);
    marker.on('dragstart', start);
    marker.on('dragend', drop);
    return () => {
      marker.off('dragstart', start);
      marker.off('dragend', drop);
      // The marker may be removed while it is dragged.
      showDropTargets(false);
    };
  }, [marker, isDraggable]);

  useMovement(marker, lat, lng, reportedAt);

  useEffect(() => {
    if (!map) return;
    marker.addTo(map);
    return () => void marker.remove();
  }, [map, marker]);

  return createPortal(children, element);
}

/** Returns the target under the middle of a dragged marker. */
function findDropTarget(draggedElement: HTMLElement): string | null {
  const { left, top, width, height } = draggedElement.getBoundingClientRect();
  for (const elementBelow of document.elementsFromPoint(left + width / 2, top + height / 2)) {
    if (draggedElement.contains(elementBelow)) continue;
    const target = elementBelow.closest<HTMLElement>('[data-drop-target]')?.dataset['dropTarget'];
    if (target !== undefined) return target;
  }
  return null;
}

/** Puts the marker at its position, and moves it to each new position. */
function useMovement(
  marker: Marker,
  lat: number,
  lng: number,
  reportedAt: string | undefined,
): void {
  const lastReportMs = useRef<number | null>(null);
  useEffect(() => {
    const to = { lat, lng };
    const reportMs = reportedAt === undefined ? null : Date.parse(reportedAt);
    const previousReportMs = lastReportMs.current;
    lastReportMs.current = reportMs;
    if (reportMs === null || previousReportMs === null || shouldSkipAnimation()) {
      marker.setLngLat([lng, lat]);
      return;
    }
    const sinceLastMs = reportMs - previousReportMs;
    const glide = planGlide(marker.getLngLat(), to, performance.now(), sinceLastMs);
    let frame = 0;
    const move = (now: number) => {
      const point = getGlidePoint(glide, now);
      marker.setLngLat([point.lng, point.lat]);
      if (point !== to) frame = requestAnimationFrame(move);
    };
    frame = requestAnimationFrame(move);
    return () => cancelAnimationFrame(frame);
  }, [marker, lat, lng, reportedAt]);
}

/** Returns whether to skip animations: the page is hidden, or the user prefers reduced motion. */
function shouldSkipAnimation(): boolean {
  return document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
