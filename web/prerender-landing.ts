import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer, type Plugin } from 'vite';

/**
 * Writes the landing page's markup into a file that is not served; the server inserts it into a visitor's
 * document, where it paints before any script is loaded. The markup comes from the same component that later
 * replaces it in the browser.
 */
export function prerenderLanding(): Plugin {
  return {
    name: 'prerender-landing',
    apply: 'build',
    async generateBundle() {
      const renderer = await createServer({
        configFile: `${import.meta.dirname}/vite.config.ts`,
        server: { middlewareMode: true, hmr: false, ws: false, watch: null },
        optimizeDeps: { noDiscovery: true, include: [] },
        appType: 'custom',
        logLevel: 'error',
      });
      try {
        const { LandingView } = (await renderer.ssrLoadModule('/src/landing/landing-view.tsx')) as {
          LandingView: FunctionComponent<{ business: undefined }>;
        };
        const source = renderToStaticMarkup(createElement(LandingView, { business: undefined }));
        this.emitFile({ type: 'asset', fileName: '.vite/landing.html', source });
      } finally {
        await renderer.close();
      }
    },
  };
}
