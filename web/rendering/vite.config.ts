import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Bundles the worker thread that renders pages on the server, together with all its dependencies. */
export default defineConfig({
  root: `${import.meta.dirname}/..`,
  plugins: [react()],
  define: { 'process.env.NODE_ENV': "'production'" },
  ssr: {
    noExternal: true,
    resolve: { conditions: ['source', 'module', 'node', 'development|production'] },
  },
  build: {
    ssr: 'rendering/render-worker.ts',
    outDir: 'dist/.rendering',
    copyPublicDir: false,
    emptyOutDir: true,
    assetsInlineLimit: 0,
  },
});
