import type { config } from 'zod/v4/core';

declare global {
  // The place where every copy of zod on a page keeps its settings (zod/v4/core/core.js).
  var __zod_globalConfig: ReturnType<typeof config> | undefined;
}

/*
 * Zod would compile its schemas with `new Function`, and tries whether it may. Our content
 * security policy forbids it, and reports even the try; so it is told not to, before the first
 * schema is made: this is the first import of `main.tsx`. Written to where zod looks rather than
 * with its own `config()`, so that a page without a form carries no zod.
 */
globalThis.__zod_globalConfig = { jitless: true };
