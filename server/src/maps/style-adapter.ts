import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { fetchJson } from '../application/json-adapter.ts';
import { isPlainHost } from './host-rules.ts';

/** A style by URL, as it is configured. */
export interface MapStyleSettings {
  readonly url: string;
  /** For the dark theme; null: the same. */
  readonly darkUrl: string | null;
  /** Origins that pages may also connect to. */
  readonly origins: readonly string[];
}

/** No style or TileJSON is larger: the largest known have a few hundred kilobytes. */
const maxBytes = 2_000_000;

/** More are no map's, and would make the headers of every page too long. */
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

/** The kinds of source whose address is that of a TileJSON. */
const tiledKinds = new Set<string | undefined>(['vector', 'raster', 'raster-dem']);

/**
 * Returns the origins that a page with this style connects to: those of the style, of everything it names, of
 * what its sources name in turn, and the configured ones. Returns null, after one warning in the log, if a style
 * or a source does not answer in time and correctly: maps then show no streets.
 */
export async function readStyleOrigins(
  { url, darkUrl, origins }: MapStyleSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
  timeoutMs = 3_000,
): Promise<readonly string[] | null> {
  try {
    const styles = [url, ...(darkUrl === null ? [] : [darkUrl])];
    const found = await Promise.all(styles.map((each) => readOrigins(each, timeoutMs)));
    const all = new Set([...found.flat(), ...origins]);
    if (all.size > maxOrigins) throw new RangeError('The style names too many hosts.');
    return [...all].toSorted();
  } catch (error) {
    // Not the error's own text: it may contain the address, whose query may have a key.
    const reason = error instanceof Error ? error.name : 'unknown';
    log.warn(
      { reason },
      'MAP_STYLE_URL did not answer correctly; maps show no streets until the next start.',
    );
    return null;
  }
}

async function readOrigins(url: string, timeoutMs: number): Promise<readonly string[]> {
  const { sources, glyphs, sprite } = style.parse(await fetchJson(url, { timeoutMs, maxBytes }));
  const sprites = typeof sprite === 'string' ? [sprite] : (sprite ?? []).map((each) => each.url);
  const addresses = Object.values(sources).flatMap((source) => [
    source.url ?? [],
    source.tiles ?? [],
    // GeoJSON may be in the style itself.
    typeof source.data === 'string' ? source.data : [],
  ]);
  // Checked before any of them is requested.
  const own = listOrigins([url, ...addresses.flat(), glyphs ?? [], sprites].flat(), url);
  const others = Object.values(sources).map(async ({ type, url: address }) => {
    if (!tiledKinds.has(type) || address === undefined) return [];
    const { href } = new URL(address, url);
    return listOrigins(tileJson.parse(await fetchJson(href, { timeoutMs, maxBytes })).tiles, href);
  });
  return [...own, ...(await Promise.all(others)).flat()];
}

/**
 * Returns the origins of these addresses. Throws for one that no page may connect to: anything but https, unless
 * the one that names it is http too, or a host with unusual characters.
 */
function listOrigins(addresses: readonly string[], namedBy: string): readonly string[] {
  return addresses.map((address) => {
    const { protocol, hostname, origin } = new URL(address, namedBy);
    const isSafe = protocol === 'https:' || protocol === new URL(namedBy).protocol;
    if (!isSafe || !isPlainHost(hostname)) {
      throw new RangeError('The style names an address that pages may not load.');
    }
    return origin;
  });
}
