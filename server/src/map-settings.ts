import { z } from 'zod';
import { isPlainHost } from './maps/host-rules.ts';
import type { MapStyleSettings } from './maps/style-adapter.ts';
import { isLoopbackHost } from './loopback-host.ts';

/**
 * The URL of a map style. Browsers load it, so it must be https unless its host is this machine. Its query may contain
 * a key, which browsers see. Its host becomes part of the pages' content security policy.
 */
const styleUrl = z.url({ protocol: /^https?$/, abort: true }).refine((text) => {
  const { protocol, hostname, hash, username, password } = new URL(text);
  const isSafe = protocol === 'https:' || isLoopbackHost(hostname);
  return isSafe && isPlainHost(hostname) && hash === '' && username === '' && password === '';
});

/** Origins separated by commas; each must be https unless its host is this machine. */
const origins = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every((part) => styleUrl.safeParse(part).success && isOrigin(part)))
  .transform((parts) => parts.map((part) => new URL(part).origin));

function isOrigin(url: string): boolean {
  return new URL(url).href === `${new URL(url).origin}/`;
}

/** The schemas of the map settings. */
export const mapSettings = {
  MAP_FILE: z.string().min(1).optional(),
  MAP_STYLE_URL: styleUrl.optional(),
  MAP_STYLE_URL_DARK: styleUrl.optional(),
  MAP_ORIGINS: origins.optional(),
};

/** Returns the configured style, null if there is none, or a message about what is wrong with the settings. */
export function readMapStyle(values: {
  readonly MAP_FILE?: string | undefined;
  readonly MAP_STYLE_URL?: string | undefined;
  readonly MAP_STYLE_URL_DARK?: string | undefined;
  readonly MAP_ORIGINS?: readonly string[] | undefined;
}): MapStyleSettings | null | { readonly problem: string } {
  const { MAP_FILE, MAP_STYLE_URL, MAP_STYLE_URL_DARK, MAP_ORIGINS } = values;
  if (!MAP_STYLE_URL) {
    const unusedName = MAP_STYLE_URL_DARK ? 'MAP_STYLE_URL_DARK' : MAP_ORIGINS && 'MAP_ORIGINS';
    return unusedName
      ? { problem: `${unusedName} must be set together with MAP_STYLE_URL.` }
      : null;
  }
  if (MAP_FILE) {
    return {
      problem: 'MAP_FILE and MAP_STYLE_URL must not both be set: a map can show only one of them.',
    };
  }
  return { url: MAP_STYLE_URL, darkUrl: MAP_STYLE_URL_DARK ?? null, origins: MAP_ORIGINS ?? [] };
}
