import { join } from 'node:path';
import type { Plugin } from 'vite';

const start = join(import.meta.dirname, 'src/main.tsx');

/** The id of the element that holds the links to what comes after the first frame. */
const id = 'after-first-frame';

/**
 * Notes in the page what `entry.ts` asks for, all at once, when the first frame is on the screen. Until
 * then the line is for what that frame is painted with: styles and fonts.
 */
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
        const files = [chunk.fileName, ...chunk.imports];
        return [
          {
            tag: 'template',
            attrs: { id },
            children: files
              .filter((file) => !html.includes(`"/${file}"`))
              .map((file) => ({
                tag: 'link',
                attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
              })),
            injectTo: 'body' as const,
          },
        ];
      },
    },
  };
}
