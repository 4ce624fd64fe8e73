import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultLandingTexts } from '@curbwrench/contract/pages/landing-texts';
import {
  initialDataId,
  initialDataPlaceholder,
  type InitialData,
} from '@curbwrench/contract/pages/initial-data';

const landingPlaceholder = '<!--landing-->';
/** Matches each script element of the built page. */
const entryScript = /<script type="module"[^>]* src="([^"]*)"><\/script>\s*/g;
/** Matches the placeholder that the built page shows until it is rendered, with the markers around it. */
const pagePlaceholder = /<!--page-->[^]*<!--\/page-->/;

/** A module's entry in the build's manifest. */
interface BuiltFile {
  readonly file: string;
  /** Other modules of the manifest that the module imports statically. */
  readonly imports?: readonly string[];
}

/**
 * Reads the HTML document of the built web client. Returns a function that creates the document for a URL. The document
 * contains the initial data, if any; the landing page, or the markup of another page if that was rendered; and links to
 * the page's files, so that the browser fetches them in parallel. With rendered markup, the files are fetched only
 * after the markup is painted, because they would delay it.
 *
 * @throws if the web client is not built
 */
export async function preparePageHtml(webFolder: string) {
  const readText = (name: string) => readFile(join(webFolder, name), 'utf8');
  const page = await readText('index.html');
  const landing = await readText('.vite/landing.html');
  const manifest = JSON.parse(await readText('.vite/manifest.json')) as Record<string, BuiltFile>;
  const fonts = Object.values(manifest)
    .filter(({ file }) => file.endsWith('.woff2'))
    .map(({ file }) => `<link rel="preload" as="font" crossorigin href="/${file}">`);
  const scripts = [...page.matchAll(entryScript)].map(([, file]) => file ?? '');

  return function createPageHtml(
    url: string,
    data: InitialData | null,
    markup: string | null,
  ): string {
    const path = getPath(url);
    const user = data?.session;
    const isLanding = isLandingPage(url, data);
    const pageModule =
      path === '/' ? `dashboards/${user?.role}-dashboard` : `pages/${path.slice(1)}-page`;
    const frameModule = user ? 'signed-in-frame' : 'layout/public-layout';
    const modules = isLanding
      ? ['landing/landing-page']
      : ['show-application', frameModule, pageModule];
    // The page already includes its own scripts.
    const preloads = listFiles(manifest, modules).filter((file) => !scripts.includes(file));
    const head = [...fonts, ...(data ? [dataElement(data)] : [])];
    // Replacements are functions, because `$` has a special meaning in a replacement string.
    if (markup !== null) {
      head.push(
        `<script async src="/after-paint.js" data-scripts="${scripts.join(' ')}" data-preloads="${preloads.join(' ')}"></script>`,
      );
      return page
        .replace(entryScript, '')
        .replace(initialDataPlaceholder, () => head.join('\n    '))
        .replace(pagePlaceholder, () => markup);
    }
    head.push(...preloads.map((file) => `<link rel="modulepreload" href="${file}">`));
    return page
      .replace(initialDataPlaceholder, () => head.join('\n    '))
      .replace(landingPlaceholder, () =>
        isLanding ? `<div id="landing">${fillLanding(landing, data)}</div>` : '',
      );
  };
}

/** Returns whether a URL shows the landing page, which is rendered when the web client is built. */
export function isLandingPage(url: string, data: InitialData | null): boolean {
  return getPath(url) === '/' && data !== null && !data.session;
}

/**
 * Returns the prerendered landing page with the business's own texts, which its scripts show as well once they run.
 */
function fillLanding(landing: string, data: InitialData | null): string {
  const { landingHeadline, landingIntro } = data?.business ?? {};
  const { headline, intro } = defaultLandingTexts;
  return landing
    .replace(headline, () => escapeHtml(landingHeadline ?? headline))
    .replace(intro, () => escapeHtml(landingIntro ?? intro));
}

function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (character) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '&#39;',
  );
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
  // Escapes `<`, which could end the element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${initialDataId}">${json}</script>`;
}
