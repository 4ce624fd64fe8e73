import type { Position } from '@curbwrench/contract/people/schemas';
import { Marker } from 'maplibre-gl';
import { use, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { MapContext } from './map-canvas.tsx';

interface MapPinProps {
  position: Position;
  /** What the pin is, for screen readers: "Where your car is". */
  label: string;
  /** Called when it was moved by hand: dragged, or by the arrow keys (with Shift, farther). */
  onMove: (position: Position) => void;
  /** Called with each position on the way. */
  onDrag?: (position: Position) => void;
  /** A small pin is one of many: a corner of an area. */
  size?: 'small' | 'large';
  /** Whether it gets the focus when it appears, so that the arrow keys move it. */
  takesFocus?: boolean;
  /** What is written in its head: a number of up to three digits. */
  children?: ReactNode;
}

/** Puts a pin on the map around it that can be moved, also by keyboard; a child of `MapCanvas`. */
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
  // The library's own element: only that one can be moved by keyboard.
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
  const focusIfNew = useEffectEvent(() => {
    if (takesFocus) marker.getElement().focus({ preventScroll: true });
  });
  useEffect(() => {
    if (!map) return;
    marker.addTo(map);
    focusIfNew();
    return () => void marker.remove();
  }, [map, marker]);
  // After it was added, which sets a label of its own.
  useEffect(() => marker.getElement().setAttribute('aria-label', label), [map, marker, label]);

  if (children === undefined) return null;
  return createPortal(<span className="map-pin-text">{children}</span>, marker.getElement());
}

function readPosition(marker: Marker): Position {
  const { lat, lng } = marker.getLngLat();
  return { lat, lng };
}
