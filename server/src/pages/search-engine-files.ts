import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../http/route-context.ts';
import { listedPaths } from './public-paths.ts';

/** Serves the files that search engines read first. The demo asks not to be listed, since its business is made up. */
export function searchEngineFiles(
  app: FastifyInstance,
  { publicUrl, demoAccounts }: Pick<RouteContext, 'publicUrl' | 'demoAccounts'>,
): void {
  const sitemapUrl = new URL('/sitemap.xml', publicUrl).href;
  const rules =
    demoAccounts === null ? ['Disallow: /api/', 'Allow: /api/pictures/'] : ['Disallow: /'];

  app.get('/robots.txt', (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(['User-agent: *', ...rules, `Sitemap: ${sitemapUrl}`, ''].join('\n')),
  );

  app.get('/sitemap.xml', (_, reply) => {
    const urls = listedPaths.map((path) => new URL(path, publicUrl).href.replaceAll('&', '&amp;'));
    return reply
      .header('cache-control', 'no-cache')
      .type('application/xml; charset=utf-8')
      .send(
        [
          '<?xml version="1.0" encoding="UTF-8"?>',
          '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
          ...urls.map((url) => `  <url><loc>${url}</loc></url>`),
          '</urlset>',
          '',
        ].join('\n'),
      );
  });
}
