import { fileURLToPath } from 'node:url';
import { createServer, type ResolvedConfig } from 'vite';

interface ModuleLoader {
  ssrLoadModule: (url: string) => Promise<Record<string, unknown>>;
}

/**
 * Runs a function that a module of the web client exports, which makes markup of its components.
 *
 * @param server the development server, where there is one
 */
export async function renderBy(
  config: Pick<ResolvedConfig, 'root' | 'configFile'>,
  entry: string,
  name: string,
  server?: ModuleLoader,
): Promise<unknown> {
  if (server) return run(server, entry, name);
  const builder = await createServer({
    root: config.root,
    configFile: config.configFile ?? fileURLToPath(new URL('vite.config.ts', import.meta.url)),
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    appType: 'custom',
    logLevel: 'error',
  });
  try {
    return await run(builder, entry, name);
  } finally {
    await builder.close();
  }
}

async function run(loader: ModuleLoader, entry: string, name: string): Promise<unknown> {
  const module = (await loader.ssrLoadModule(entry)) as Record<string, () => unknown>;
  return module[name]?.();
}
