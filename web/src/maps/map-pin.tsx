import type { Position } from '@curbwrench/contract/people/schemas';
import { Marker } from 'maplibre-gl';
import { use, useEffect, useEffectEvent, useState } from 'react';
import { MapContext } from './map-canvas.tsx';

interface MapPinProps {
  position: Position;
  /** What the pin is, for screen readers: "Where your car is". */
  label: string;
  /** Called when it was moved by hand: dragged, or by the arrow keys (with Shift, farther). */
  onMove: (position: Position) => void;
  /** A small pin is one of many: a corner of an area. */
  size?: 'small' | 'large';
}

/** Puts a pin on the map around it that can be moved, also by keyboard; a child of `MapCanvas`. */
export function MapPin({ position: { lat, lng }, label, onMove, size = 'large' }: MapPinProps) {
  const map = use(MapContext);
  // The library's own element: only that one can be moved by keyboard.
  const [marker] = useState(
    () => new Marker({ draggable: true, scale: size === 'large' ? 1.2 : 0.8 }),
  );
  const move = useEffectEvent(() => {
    const moved = marker.getLngLat();
    onMove({ lat: moved.lat, lng: moved.lng });
  });

  useEffect(() => void marker.setLngLat([lng, lat]), [marker, lat, lng]);
  useEffect(() => {
    marker.on('dragend', move);
    return () => void marker.off('dragend', move);
  }, [marker]);
  useEffect(() => {
    if (!map) return;
    marker.addTo(map);
    return () => void marker.remove();
  }, [map, marker]);
  // After it was added, which sets a label of its own.
  useEffect(() => marker.getElement().setAttribute('aria-label', label), [map, marker, label]);

  return null;
}
