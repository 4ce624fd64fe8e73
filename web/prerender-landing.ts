import type { Plugin, ResolvedConfig } from 'vite';
import { renderBy } from './server-render.ts';

const mark = '<!--landing-->';
const entry = '/src/features/landing/landing-first-paint.tsx';

/**
 * Writes the landing page into `index.html`, so that it paints before any script has come. The
 * markup is made by the very component that takes over afterwards: it is kept in one place.
 */
export function prerenderLanding(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'prerender-landing',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { server }) {
        const landing = await renderBy(config, entry, 'landingFirstPaint', server);
        return html.replace(mark, () => String(landing));
      },
    },
  };
}
