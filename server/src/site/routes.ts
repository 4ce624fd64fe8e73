import type { SiteWording } from '@curbwrench/contract/site/schemas';
import type { FastifyInstance } from 'fastify';
import { accepted } from '../application/rules/result.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { saveSiteWording } from './save-site-wording.ts';
import { readSiteContent } from './site-queries.ts';
import { presentLandingPage } from './site-view.ts';

/** Registers the routes for the landing page and for its editable content. */
export function siteRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'getLandingPage', async () =>
    accepted(presentLandingPage(await readSiteContent(db))),
  );

  registerEndpoint(app, context, 'getSitePage', async ({ params }) =>
    accepted({ text: (await readSiteContent(db)).wording[params.name] }),
  );

  registerEndpoint(app, context, 'getSiteWording', async () => accepted(await readWording()));

  registerEndpoint(app, context, 'saveSiteWording', async ({ viewer, body }) => {
    const saved = await saveSiteWording(context, viewer, body);
    return saved.ok ? accepted(await readWording()) : saved;
  });

  async function readWording(): Promise<SiteWording> {
    const { wording, defaults, wordingVersion: version } = await readSiteContent(db);
    return { version, ...wording, defaults: { ...defaults } };
  }
}
