import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const fileName = 'offline-worker.js';
const buildPlaceholder = '__BUILD__';

/**
 * Builds `web/worker` into one script with a stable name, and writes the list of this build's application
 * files into it.
 */
export function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      const id = fileURLToPath(new URL('worker/offline-worker.ts', import.meta.url));
      this.emitFile({ type: 'chunk', id, fileName });
    },
    // Runs before compression: what is sent is one of the copies made then.
    generateBundle(_, bundle) {
      const worker = bundle[fileName];
      const page = bundle['index.html'];
      if (worker?.type !== 'chunk' || page?.type !== 'asset') {
        throw new Error('The build has no worker or no page.');
      }
      if (worker.imports.length > 0 || worker.exports.length > 0) {
        throw new Error(`The worker must be one script, but imports ${worker.imports.join(', ')}.`);
      }
      const html = String(page.source);
      const assets = Object.keys(bundle)
        .filter((file) => file.startsWith('assets/'))
        .map((file) => `/${file}`)
        .toSorted();
      const hash = createHash('sha256').update(html).update(worker.code);
      const build = {
        version: hash.update(assets.join()).digest('hex').slice(0, 16),
        assets,
        entries: assets.filter((asset) => html.includes(`"${asset}"`)),
      };
      worker.code = worker.code.replaceAll(buildPlaceholder, JSON.stringify(build));
    },
  };
}
