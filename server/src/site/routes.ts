import type { SiteTexts } from '@curbwrench/contract/site/schemas';
import type { FastifyInstance } from 'fastify';
import { accepted } from '../application/rules/result.ts';
import { registerCall } from '../http/call.ts';
import type { RouteContext } from '../http/route-context.ts';
import { saveSiteTexts } from './save-site-texts.ts';
import { readSiteContent } from './site-queries.ts';
import { presentLandingPage } from './site-view.ts';

/** Registers the routes for the landing page and for its editable content. */
export function siteRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerCall(app, context, 'getLandingPage', async () =>
    accepted(presentLandingPage(await readSiteContent(db))),
  );

  registerCall(app, context, 'getSiteText', async ({ params }) =>
    accepted({ text: (await readSiteContent(db)).texts[params.name] }),
  );

  registerCall(app, context, 'getSiteTexts', async () => accepted(await readTexts()));

  registerCall(app, context, 'saveSiteTexts', async ({ viewer, body }) => {
    const saved = await saveSiteTexts(context, viewer, body);
    return saved.ok ? accepted(await readTexts()) : saved;
  });

  async function readTexts(): Promise<SiteTexts> {
    const { texts, defaults, textsVersion: version } = await readSiteContent(db);
    return { version, ...texts, defaults: { ...defaults } };
  }
}
