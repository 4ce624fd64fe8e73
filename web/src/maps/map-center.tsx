import type { Position } from '@curbwrench/contract/people/schemas';
import { use, useImperativeHandle, type Ref } from 'react';
import { MapContext } from './map-canvas.tsx';

/** Gives its `ref` a function that returns the point in the center of the map. Render it inside `MapCanvas`. */
export function MapCenter({ ref }: { ref: Ref<() => Position> }) {
  const map = use(MapContext);
  useImperativeHandle(
    ref,
    () => () => {
      const { lat = 0, lng = 0 } = map?.getCenter() ?? {};
      return { lat, lng };
    },
    [map],
  );
  return null;
}
