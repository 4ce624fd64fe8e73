import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { fetchJson } from '../application/fetch-json-adapter.ts';
import { isPlainHost } from './host-rules.ts';

/** The settings for a map style that is loaded from a URL. */
export interface MapStyleSettings {
  readonly url: string;
  /** The style for the dark theme; null to use the same style. */
  readonly darkUrl: string | null;
  /** Additional origins to which pages may connect. */
  readonly origins: readonly string[];
}

/** The maximum size of a style or TileJSON. The largest known ones are a few hundred kilobytes. */
const maxBytes = 2_000_000;

/** No real map needs more origins, and more would make the headers of every page too long. */
const maxOrigins = 20;

const style = z.object({
  version: z.literal(8),
  sources: z
    .record(
      z.string(),
      z.object({
        type: z.string().optional(),
        url: z.string().optional(),
        tiles: z.array(z.string()).optional(),
        data: z.unknown().optional(),
      }),
    )
    .refine((sources) => Object.keys(sources).length <= maxOrigins),
  glyphs: z.string().optional(),
  sprite: z.union([z.string(), z.array(z.object({ url: z.string() }))]).optional(),
  layers: z.array(z.unknown()),
});

const tileJson = z.object({ tiles: z.array(z.string()).min(1) });

/** The types of sources whose URL points to a TileJSON document. */
const tileJsonTypes = new Set<string | undefined>(['vector', 'raster', 'raster-dem']);

/**
 * Returns the origins to which a page with this style connects: the origins of the style itself, of all URLs in it
 * and in the TileJSON of its sources, and the configured ones. If a style or a source is invalid or cannot be read
 * in time, logs one warning and returns null, and maps show no streets.
 */
export async function readStyleOrigins(
  { url, darkUrl, origins }: MapStyleSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
  timeoutMs = 3_000,
): Promise<readonly string[] | null> {
  try {
    const styles = [url, ...(darkUrl === null ? [] : [darkUrl])];
    const originLists = await Promise.all(styles.map((each) => readOrigins(each, timeoutMs)));
    const all = new Set([...originLists.flat(), ...origins]);
    if (all.size > maxOrigins) throw new RangeError('The style names too many hosts.');
    return [...all].toSorted();
  } catch (error) {
    // Doesn't log the error's message: it may contain the URL, whose query may contain an API key.
    const reason = error instanceof Error ? error.name : 'unknown';
    log.warn(
      { reason },
      'The style at MAP_STYLE_URL cannot be used; maps show no streets until the next start.',
    );
    return null;
  }
}

async function readOrigins(url: string, timeoutMs: number): Promise<readonly string[]> {
  const { sources, glyphs, sprite } = style.parse(await fetchJson(url, { timeoutMs, maxBytes }));
  const sprites = typeof sprite === 'string' ? [sprite] : (sprite ?? []).map((each) => each.url);
  const urls = Object.values(sources).flatMap((source) => [
    source.url ?? [],
    source.tiles ?? [],
    // GeoJSON data may also be inline.
    typeof source.data === 'string' ? source.data : [],
  ]);
  // Checks all URLs before requesting any of them.
  const ownOrigins = listOrigins([url, ...urls.flat(), glyphs ?? [], sprites].flat(), url);
  const tileJsonOrigins = Object.values(sources).map(async ({ type, url: address }) => {
    if (!tileJsonTypes.has(type) || address === undefined) return [];
    const { href } = new URL(address, url);
    return listOrigins(tileJson.parse(await fetchJson(href, { timeoutMs, maxBytes })).tiles, href);
  });
  return [...ownOrigins, ...(await Promise.all(tileJsonOrigins)).flat()];
}

/**
 * Returns the origins of these URLs, which were found in the document at `documentUrl`. Throws if pages may not connect
 * to one of them: if it is not https (unless the document has the same protocol), or if its host contains unusual
 * characters.
 */
function listOrigins(urls: readonly string[], documentUrl: string): readonly string[] {
  return urls.map((address) => {
    const { protocol, hostname, origin } = new URL(address, documentUrl);
    const isSafe = protocol === 'https:' || protocol === new URL(documentUrl).protocol;
    if (!isSafe || !isPlainHost(hostname)) {
      throw new RangeError('The style names an address that pages may not load.');
    }
    return origin;
  });
}
