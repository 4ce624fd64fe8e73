import type { Position } from '@curbwrench/contract/people/schemas';
import { Marker } from 'maplibre-gl';
import { use, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { MapContext } from './map-canvas.tsx';

interface MapPinProps {
  position: Position;
  /** The accessible name: "Where your car is". */
  label: string;
  /** Called when the user has moved the pin, by dragging or with the arrow keys (farther with Shift). */
  onMove: (position: Position) => void;
  /** Called with each position during a drag. */
  onDrag?: (position: Position) => void;
  /** Small for one of many pins, such as a vertex of an area. */
  size?: 'small' | 'large';
  /** Whether the pin gets focus when it appears, so that the arrow keys move it. */
  takesFocus?: boolean;
  /** A number of up to three digits, shown in the pin. */
  children?: ReactNode;
}

/** Renders a pin that can be dragged, or moved with the arrow keys. Use it inside `MapCanvas`. */
export function MapPin({
  position: { lat, lng },
  label,
  onMove,
  onDrag,
  size = 'large',
  takesFocus = false,
  children,
}: MapPinProps) {
  const map = use(MapContext);
  // Uses the library's default element, because only that one handles the arrow keys.
  const [marker] = useState(
    () => new Marker({ draggable: true, scale: size === 'large' ? 1.2 : 0.8 }),
  );
  const move = useEffectEvent(() => onMove(readPosition(marker)));
  const drag = useEffectEvent(() => onDrag?.(readPosition(marker)));

  useEffect(() => void marker.setLngLat([lng, lat]), [marker, lat, lng]);
  useEffect(() => {
    marker.on('dragend', move);
    marker.on('drag', drag);
    return () => {
      marker.off('dragend', move);
      marker.off('drag', drag);
    };
  }, [marker]);
  const focusIfRequested = useEffectEvent(() => {
    if (takesFocus) marker.getElement().focus({ preventScroll: true });
  });
  useEffect(() => {
    if (!map) return;
    marker.addTo(map);
    focusIfRequested();
    return () => void marker.remove();
  }, [map, marker]);
  // After the marker is added, because adding it sets the library's own label.
  useEffect(() => marker.getElement().setAttribute('aria-label', label), [map, marker, label]);

  if (children === undefined) return null;
  return createPortal(<span className="map-pin-text">{children}</span>, marker.getElement());
}

function readPosition(marker: Marker): Position {
  const { lat, lng } = marker.getLngLat();
  return { lat, lng };
}
