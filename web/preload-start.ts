import { join } from 'node:path';
import type { Plugin } from 'vite';

const start = join(import.meta.dirname, 'src/main.tsx');

/** Has the page ask at once for what `entry.ts` runs after the first frame. */
export function preloadStart(): Plugin {
  return {
    name: 'preload-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunk = Object.values(bundle).find(
          (output) => output.type === 'chunk' && output.moduleIds.includes(start),
        );
        if (chunk?.type !== 'chunk') throw new Error('The build has no start.');
        return [chunk.fileName, ...chunk.imports]
          .filter((file) => !html.includes(`"/${file}"`))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'modulepreload',
              // After what the first frame is painted with: styles and fonts.
              fetchpriority: 'low',
              crossorigin: true,
              href: `/${file}`,
            },
            injectTo: 'head' as const,
          }));
      },
    },
  };
}
