import { expect, test } from 'vitest';
import { listPrecachedUrls } from './offline-worker-plugin.ts';

test('all scripts and styles except the map library are precached @maps.loading', () => {
  const precachedUrls = listPrecachedUrls({
    'index.html': { type: 'asset' },
    'offline-worker.js': { type: 'chunk', moduleIds: ['/web/worker/offline-worker.ts'] },
    'assets/start-1.js': { type: 'chunk', moduleIds: ['/web/src/main.tsx'] },
    'assets/start-1.css': { type: 'asset' },
    'assets/font-1.woff2': { type: 'asset' },
    'assets/map-view-1.js': { type: 'chunk', moduleIds: ['/web/src/maps/map-view.tsx'] },
    'assets/library-1.js': {
      type: 'chunk',
      moduleIds: ['/node_modules/maplibre-gl/dist/maplibre-gl.mjs'],
      viteMetadata: { importedCss: new Set(['assets/library-1.css']) },
    },
    'assets/library-1.css': { type: 'asset' },
    'assets/flavors-1.js': {
      type: 'chunk',
      moduleIds: ['/web/src/maps/street-style.ts', '/node_modules/@protomaps/basemaps/index.js'],
    },
    'assets/maplibre-gl-worker-1.js': { type: 'asset' },
  });
  expect(precachedUrls).toEqual([
    '/assets/map-view-1.js',
    '/assets/start-1.css',
    '/assets/start-1.js',
  ]);
});
