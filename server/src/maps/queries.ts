import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { mesh } from 'topojson-client';
import type { Line } from './schematic-rules.ts';

const require = createRequire(import.meta.url);

/**
 * Returns the borders of all counties, without duplicates. Read from disk (0.8 MB) on each call, so that they stay in
 * memory only while they are used.
 */
export function readCountyLines(): readonly Line[] {
  const file = require.resolve('us-atlas/counties-10m.json');
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof mesh>[0];
  return mesh(topology).coordinates.map((line) =>
    line.map(([lng = 0, lat = 0]) => [lng, lat] as const),
  );
}
