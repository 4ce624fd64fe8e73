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
    // Runs before the compression plugin, so that the compressed copies contain the list too.
    generateBundle(_, bundle) {
      const worker = bundle[fileName];
      const page = bundle['index.html'];
      if (worker?.type !== 'chunk' || page?.type !== 'asset') {
        throw new Error('The build has no service worker or no index.html.');
      }
      if (worker.imports.length > 0 || worker.exports.length > 0) {
        throw new Error(
          `The service worker must be one script, but imports ${worker.imports.join(', ')}.`,
        );
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
        precached: listPrecachedUrls(bundle),
        entries: assets.filter((asset) => html.includes(`"${asset}"`)),
      };
      worker.code = worker.code.replaceAll(buildPlaceholder, JSON.stringify(build));
    },
  };
}

/** The properties of a built file that decide whether it is precached. */
export interface BuiltFile {
  readonly type: 'asset' | 'chunk';
  /** The modules in a script. */
  readonly moduleIds?: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } | undefined;
}

/**
 * Returns the URLs of the scripts and styles that the service worker caches when it is installed: all except
 * the map library, which is larger than all other files together and useless offline.
 */
export function listPrecachedUrls(bundle: Readonly<Record<string, BuiltFile>>): string[] {
  const mapFiles = Object.entries(bundle).flatMap(([file, { moduleIds, viteMetadata }]) =>
    moduleIds?.some(isMapLibrary) ? [file, ...(viteMetadata?.importedCss ?? [])] : [],
  );
  return Object.keys(bundle)
    .filter((file) => /^assets\/.+\.(js|css)$/.test(file) && !mapFiles.includes(file))
    .filter((file) => !file.includes('maplibre-gl-worker'))
    .map((file) => `/${file}`)
    .toSorted();
}

function isMapLibrary(moduleId: string): boolean {
  return /node_modules[\\/](maplibre-gl|@maplibre|@protomaps)[\\/]/.test(moduleId);
}
