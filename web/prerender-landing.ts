import { fileURLToPath } from 'node:url';
import { createServer, type Plugin } from 'vite';

const mark = '<!--landing-->';
const entry = '/src/features/landing/landing-first-paint.tsx';

/**
 * Writes the landing page into `index.html`, so that it paints before any script has come. The
 * markup is made by the very component that takes over afterwards: it is kept in one place.
 */
export function prerenderLanding(): Plugin {
  let config: { root: string; configFile: string | undefined };
  return {
    name: 'prerender-landing',
    configResolved(resolved) {
      config = { root: resolved.root, configFile: resolved.configFile };
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { server }) {
        if (server) return html.replace(mark, await landingFrom(server));
        const builder = await createServer({
          root: config.root,
          configFile:
            config.configFile ?? fileURLToPath(new URL('vite.config.ts', import.meta.url)),
          server: { middlewareMode: true, hmr: false, ws: false, watch: null },
          optimizeDeps: { noDiscovery: true, include: [] },
          appType: 'custom',
          logLevel: 'error',
        });
        try {
          return html.replace(mark, await landingFrom(builder));
        } finally {
          await builder.close();
        }
      },
    },
  };
}

interface ModuleLoader {
  ssrLoadModule: (url: string) => Promise<Record<string, unknown>>;
}

async function landingFrom(server: ModuleLoader): Promise<string> {
  const { landingFirstPaint } = (await server.ssrLoadModule(entry)) as {
    landingFirstPaint: () => string;
  };
  return landingFirstPaint();
}
