import type { SiteTexts } from '@curbwrench/contract/site/schemas';
import type { FastifyInstance } from 'fastify';
import { accepted } from '../application/rules/result.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { saveSiteTexts } from './save-site-texts.ts';
import { readSiteContent } from './site-queries.ts';
import { presentLandingPage } from './site-view.ts';

/** Registers the routes for the landing page and for its editable content. */
export function siteRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'getLandingPage', async () =>
    accepted(presentLandingPage(await readSiteContent(db))),
  );

  registerEndpoint(app, context, 'getSiteText', async ({ params }) =>
    accepted({ text: (await readSiteContent(db)).texts[params.name] }),
  );

  registerEndpoint(app, context, 'getSiteTexts', async () => accepted(await readTexts()));

  registerEndpoint(app, context, 'saveSiteTexts', async ({ viewer, body }) => {
    const saved = await saveSiteTexts(context, viewer, body);
    return saved.ok ? accepted(await readTexts()) : saved;
  });

  async function readTexts(): Promise<SiteTexts> {
    const { texts, defaults, textsVersion: version } = await readSiteContent(db);
    return { version, ...texts, defaults: { ...defaults } };
  }
}
