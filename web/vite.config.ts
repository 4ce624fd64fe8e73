import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { offlineWorker } from './offline-worker-plugin.ts';

const apiPort = process.env['API_PORT'] ?? '3000';

/** The web app's own modules and icons, without form validation and without the modules of the worker. */
const ownModules =
  /web[\\/]src[\\/]|contract[\\/]src[\\/](?!offline|(accounts|fields)[\\/]schemas)|lucide-react/;

/** Modules that the landing page needs and the first pages of signed-in people do not, so that `start` stays small. */
const landingOnly =
  /src[\\/](landing|scheduling|site|plans|service-areas|tracking)[\\/]|business-hours-text/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    offlineWorker(),
    // Compresses at build time, so that the server does not have to. Smaller files fit in one packet uncompressed.
    compression({
      include: /\.(m?js|css|svg)$/,
      algorithms: ['br', 'gz'],
      threshold: 1024,
      logLevel: 'silent',
    }),
  ],
  // The workspace's packages are read as TypeScript: they need no build.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: {
    proxy: {
      '/api': { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false },
      '/map/tiles': { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false },
      '/manifest.webmanifest': { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false },
    },
  },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    // Read by the server, which lists a page's files in its HTML.
    manifest: true,
    // No inlining: the content security policy does not allow `data:` scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The landing page is a separate entry, so that the modules it imports end up in `start` and not in chunks
      // shared by all pages.
      input: [
        `${import.meta.dirname}/index.html`,
        `${import.meta.dirname}/src/landing/landing-page.tsx`,
      ],
      output: {
        codeSplitting: {
          // Combines modules that are fetched together: on a phone, a request costs more than parsing a larger file.
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 4,
            },
            // Fetched with the first map, never with a page.
            {
              name: 'maplibre',
              test: /node_modules[\\/](maplibre-gl|@maplibre|@mapbox|@protomaps)/,
              priority: 5,
            },
            { name: 'query', test: /node_modules[\\/]@tanstack[\\/](react-)?query/, priority: 3 },
            { name: 'router', test: /node_modules[\\/]@tanstack[\\/]/, priority: 2 },
            {
              name: 'start',
              test: (id) => ownModules.test(id) && !landingOnly.test(id),
              tags: ['$initial'],
              priority: 1,
            },
            { name: 'forms', test: /node_modules[\\/]zod[\\/]/, priority: 1 },
            // Excluded are dialogs, maps and booking rules, which are fetched when first used; schemas, which need the
            // validator and are fetched with the first form; and job cards and tables, which are fetched with the
            // first page that shows them: the advisor's page does not.
            {
              name: 'shared',
              test: (id) =>
                ownModules.test(id) &&
                !/ui[\\/](\w+-)?dialog\.tsx|src[\\/](maps|payments|scheduling|service-areas|site|tracking)[\\/]|schemas\.ts|(data-table|job-card|job-time)\.tsx/.test(
                  id,
                ),
              minShareCount: 5,
            },
          ],
        },
      },
    },
  },
});
