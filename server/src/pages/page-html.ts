import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  initialDataId,
  initialDataPlaceholder,
  type InitialData,
} from '@curbwrench/contract/pages/initial-data';
import { toInertJson } from './page-head.ts';

const landingPlaceholder = '<!--landing-->';
/** Matches each script element of the built page. */
const entryScript = /<script type="module"[^>]* src="([^"]*)"><\/script>\s*/g;
/** Matches the markers in the built page, and the placeholder between them that is shown until a page is rendered. */
const pagePlaceholder = /<!--page-->[^]*<!--\/page-->/;
/** Matches the title and the description of the built page. */
const builtDescription = /<title>[^<]*<\/title>\s*|<meta name="description"[^>]*>\s*/g;

/** A module's entry in the build's manifest. */
interface BuiltFile {
  readonly file: string;
  /** Other modules of the manifest that the module imports statically. */
  readonly imports?: readonly string[];
}

/** The parts of a page's HTML document. */
export interface PageParts {
  readonly url: string;
  readonly data: InitialData | null;
  /** The rendered page; null if the browser renders it. */
  readonly markup: string | null;
  /** The elements with the page's title and description; null for a page that search engines should not list. */
  readonly head: string | null;
}

/**
 * Reads the HTML document of the built web client. Returns a function that creates the document for a URL. The document
 * contains the initial data, if any; the markup of the page, if it was rendered; and links to the page's files, so that
 * the browser fetches them in parallel. With rendered markup, the files are fetched only after the markup is painted,
 * because fetching them earlier would delay it.
 *
 * @throws if the web client is not built
 */
export async function preparePageHtml(webFolder: string) {
  const readText = (name: string) => readFile(join(webFolder, name), 'utf8');
  const page = await readText('index.html');
  const manifest = JSON.parse(await readText('.vite/manifest.json')) as Record<string, BuiltFile>;
  const fonts = Object.values(manifest)
    .filter(({ file }) => file.endsWith('.woff2'))
    .map(({ file }) => `<link rel="preload" as="font" crossorigin href="/${file}">`);
  const scripts = [...page.matchAll(entryScript)].map(([, file]) => file ?? '');

  return function createPageHtml({ url, data, markup, head }: PageParts): string {
    const modules = listPageModules(url, data);
    // The page already includes its own scripts.
    const preloads = listFiles(manifest, modules).filter((file) => !scripts.includes(file));
    const elements = [...fonts, ...(data ? [dataElement(data)] : [])];
    // Replacements are functions, because `$` has a special meaning in a replacement string.
    let html = page;
    if (head === null) elements.push('<meta name="robots" content="noindex">');
    else {
      elements.unshift(head);
      html = html.replace(builtDescription, '');
    }
    if (markup === null) {
      elements.push(...preloads.map((file) => `<link rel="modulepreload" href="${file}">`));
      html = html.replace(landingPlaceholder, '');
    } else {
      elements.push(
        `<script async src="/after-paint.js" data-scripts="${scripts.join(' ')}" data-preloads="${preloads.join(' ')}"></script>`,
      );
      html = html.replace(entryScript, '');
      // The document keeps its spinner alongside the landing page; it is shown while a demo account is reopened.
      html = isLandingPage(url, data)
        ? html.replace(landingPlaceholder, () => `<div id="landing">${markup}</div>`)
        : html.replace(pagePlaceholder, () => markup);
    }
    return html.replace(initialDataPlaceholder, () => elements.join('\n    '));
  };
}

/** Returns the modules of the web client that a page consists of. */
function listPageModules(url: string, data: InitialData | null): string[] {
  if (isLandingPage(url, data)) return ['landing/landing-page'];
  const path = getPath(url);
  const user = data?.session;
  return [
    'show-application',
    user ? 'signed-in-frame' : 'layout/public-layout',
    path === '/' ? `dashboards/${user?.role}-dashboard` : `pages/${path.slice(1)}-page`,
  ];
}

/** Returns whether a URL shows the landing page. */
function isLandingPage(url: string, data: InitialData | null): boolean {
  return getPath(url) === '/' && data !== null && !data.session;
}

function getPath(url: string): string {
  return url.split(/[?#]/)[0] ?? '';
}

/** Returns all files that these modules of the web client need. Skips unknown modules. */
function listFiles(
  manifest: Readonly<Record<string, BuiltFile>>,
  modules: readonly string[],
): string[] {
  const files = new Set<string>();
  const follow = (key: string): void => {
    const builtFile = manifest[key];
    if (!builtFile || files.has(`/${builtFile.file}`)) return;
    files.add(`/${builtFile.file}`);
    for (const imported of builtFile.imports ?? []) follow(imported);
  };
  for (const module of modules) follow(`src/${module}.tsx`);
  return [...files];
}

function dataElement(data: InitialData): string {
  return `<script type="application/json" id="${initialDataId}">${toInertJson(data)}</script>`;
}
