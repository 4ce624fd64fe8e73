import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunks.ts';
import { compressAssets } from './compress-assets.ts';
import { offlineWorker } from './offline-worker.ts';
import { preloadFonts } from './preload-fonts.ts';
import { preloadStart } from './preload-start.ts';
import { prerenderLanding } from './prerender-landing.ts';
import { writeFirstPages } from './write-first-pages.ts';

const apiPort = process.env['API_PORT'] ?? '3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    prerenderLanding(),
    preloadStart(),
    preloadFonts(),
    offlineWorker(),
    writeFirstPages(),
    compressAssets(),
  ],
  // The workspace's own packages are read as TypeScript: no build of theirs is needed.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: {
    proxy: {
      '/api': { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false },
      '/manifest.webmanifest': { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false },
    },
  },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    // Everything is a file of its own: the content security policy knows no `data:` scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
});
