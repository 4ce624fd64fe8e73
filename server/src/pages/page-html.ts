import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstDataId, firstDataMark, type FirstData } from '@curbwrench/contract/first-data';

const landingMark = '<!--landing-->';
/** A script that the built page begins with. */
const entryScript = /<script type="module"[^>]* src="([^"]*)"><\/script>\s*/g;
/** What the built page shows until it is rendered, with the marks around it. */
const placeholder = /<!--page-->[^]*<!--\/page-->/;

/** What the build's manifest says of a module's file. */
interface BuiltFile {
  readonly file: string;
  /** Other modules of the manifest, which it needs at once. */
  readonly imports?: readonly string[];
}

/**
 * Reads the built web client's page. What it answers writes the document for an address: with its data,
 * if it has any, with the landing page for a visitor's start or the markup of any other page, if it was
 * rendered, and naming that page's files, so that all are fetched at once: where there is something to see
 * before, once it is seen, since they would delay it.
 *
 * @throws where the web client is not built
 */
export async function readPageHtml(webFolder: string) {
  const readText = (name: string) => readFile(join(webFolder, name), 'utf8');
  const page = await readText('index.html');
  const landing = await readText('.vite/landing.html');
  const manifest = JSON.parse(await readText('.vite/manifest.json')) as Record<string, BuiltFile>;
  const fonts = Object.values(manifest)
    .filter(({ file }) => file.endsWith('.woff2'))
    .map(({ file }) => `<link rel="preload" as="font" crossorigin href="/${file}">`);
  const scripts = [...page.matchAll(entryScript)].map(([, file]) => file ?? '');

  return function pageHtml(url: string, data: FirstData | null, markup: string | null): string {
    const path = pathOf(url);
    const user = data?.session;
    const isLanding = isLandingPage(url, data);
    const name =
      path === '/' ? `dashboards/${user?.role}-dashboard` : `pages/${path.slice(1)}-page`;
    const frame = user ? 'signed-in-frame' : 'layout/public-layout';
    const modules = isLanding ? [] : ['router', frame, name];
    // The page itself names what it begins with.
    const preloads = filesOf(manifest, modules).filter((file) => !scripts.includes(file));
    const head = [...fonts, ...(data ? [dataElement(data)] : [])];
    // Replaced by functions: a text would have its dollar signs read.
    if (markup !== null) {
      head.push(
        `<script async src="/after-paint.js" data-scripts="${scripts.join(' ')}" data-preloads="${preloads.join(' ')}"></script>`,
      );
      return page
        .replace(entryScript, '')
        .replace(firstDataMark, () => head.join('\n    '))
        .replace(placeholder, () => markup);
    }
    head.push(...preloads.map((file) => `<link rel="modulepreload" href="${file}">`));
    return page
      .replace(firstDataMark, () => head.join('\n    '))
      .replace(landingMark, () => (isLanding ? `<div id="landing">${landing}</div>` : ''));
  };
}

/** Whether an address leads to the landing page, which is rendered when the web client is built. */
export function isLandingPage(url: string, data: FirstData | null): boolean {
  return pathOf(url) === '/' && data !== null && !data.session;
}

function pathOf(url: string): string {
  return url.split(/[?#]/)[0] ?? '';
}

/** All files that these modules of the web client need; of one that there is not, none. */
function filesOf(
  manifest: Readonly<Record<string, BuiltFile>>,
  modules: readonly string[],
): string[] {
  const files = new Set<string>();
  const follow = (key: string): void => {
    const built = manifest[key];
    if (!built || files.has(`/${built.file}`)) return;
    files.add(`/${built.file}`);
    for (const imported of built.imports ?? []) follow(imported);
  };
  for (const module of modules) follow(`src/${module}.tsx`);
  return [...files];
}

function dataElement(data: FirstData): string {
  // Nothing in it may end the element that it stands in.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${firstDataId}">${json}</script>`;
}
