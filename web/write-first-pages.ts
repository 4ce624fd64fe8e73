import { join } from 'node:path';
import type { Plugin, ResolvedConfig, Rolldown } from 'vite';
import { renderBy } from './server-render.ts';

/** What `shells.tsx` makes. */
interface Shell {
  readonly path: string | null;
  readonly role: string | null;
  readonly modules: readonly string[];
  readonly markup: string;
}

/** The server looks for it: `contract/src/first-data.ts` says what is in it. */
const fileName = 'first-pages.json';
const entry = '/src/features/layout/shells.tsx';
/** What stands around every page; see `chunks.ts`. */
const frame = ['routed-pages', 'features/layout/app-layout'];

/**
 * Writes how the page is sent to somebody signed in: with the shell of the page that they open in
 * place of the landing page, and asking for that page's files along with the first.
 */
export function writeFirstPages(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'write-first-pages',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build has no page.');
        const html = String(page.source);
        const shells = (await renderBy(config, entry, 'shells')) as readonly Shell[];
        const pages = shells.map(({ path, role, modules, markup }) => {
          const files = filesOf(bundle, [...frame, ...modules].map(sourceOf));
          const links = files.filter((file) => !html.includes(`"/${file}"`)).map(linkTo);
          return { path, role, html: inShell(html, links.join('\n    '), markup) };
        });
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(pages) });
      },
    },
  };
}

function sourceOf(name: string): string {
  return join(import.meta.dirname, 'src', `${name}.tsx`);
}

/** All files that these modules need, styles first. */
function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const follow = (chunk: Rolldown.OutputChunk): void => {
    if (scripts.has(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') follow(imported);
    }
  };
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
    if (!chunk) throw new Error(`The build has no ${module}.`);
    follow(chunk);
  }
  return [...styles, ...scripts];
}

function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`;
}

function inShell(html: string, links: string, markup: string): string {
  const parts =
    /^(.*<html)(.*)(<\/head>.*<div id="first-paint">).*(<\/div>\s*<div id="app">.*)$/s.exec(html);
  if (!parts) throw new Error('The page has no place for a shell.');
  const [, top, head, middle, rest] = parts;
  return `${top} data-shell${head}  ${links}\n  ${middle}${markup}${rest}`;
}
