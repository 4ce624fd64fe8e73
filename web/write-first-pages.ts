import { join } from 'node:path';
import type { Plugin, ResolvedConfig, Rolldown } from 'vite';
import { renderBy } from './server-render.ts';

/** What `shells.tsx` makes. */
interface Shell {
  readonly path: string | null;
  readonly role: string | null;
  readonly modules: readonly string[];
  readonly markup: string;
  readonly upcoming: string | null;
}

/** The server looks for it: `contract/src/first-data.ts` says what is in it. */
const fileName = 'first-pages.json';
const entry = '/src/shells.tsx';
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
        const pages = shells.map(({ path, role, modules, markup, upcoming }) => {
          const files = filesOf(bundle, [...frame, ...modules].map(sourceOf)).filter(
            (file) => !html.includes(`"/${file}"`),
          );
          const shellOf = (body: string) => inShell(html, files, body);
          return {
            path,
            role,
            html: shellOf(markup),
            upcoming: upcoming === null ? null : shellOf(upcoming),
          };
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

function isStyle(file: string): boolean {
  return file.endsWith('.css');
}

/** The page with a shell: its styles come with the others, its scripts after the first frame. */
function inShell(html: string, files: readonly string[], markup: string): string {
  const parts =
    /^(.*<html)(.*)(<\/head>.*<div id="first-paint">).*(<\/div>\s*<div id="app">.*<template id="after-first-frame">.*)(<\/template>.*)$/s.exec(
      html,
    );
  if (!parts) throw new Error('The page has no place for a shell.');
  const [, top, head, middle, after, rest] = parts;
  const styles = files.filter(isStyle).map((file) => linkTo('stylesheet', file));
  const scripts = files
    .filter((file) => !isStyle(file))
    .map((file) => linkTo('modulepreload', file));
  return `${top} data-shell${head}  ${styles.join('')}\n  ${middle}${markup}${after}${scripts.join('')}${rest}`;
}

function linkTo(kind: 'stylesheet' | 'modulepreload', file: string): string {
  return `<link rel="${kind}" crossorigin href="/${file}">`;
}
