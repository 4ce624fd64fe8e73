import type { Business } from '@curbwrench/contract/business/schemas';
import { formatMoney } from '@curbwrench/contract/fields/money';
import { defaultLandingWording } from '@curbwrench/contract/pages/landing-wording';
import type { SiteContent } from '../site/site-queries.ts';
import type { ListedPath } from './public-paths.ts';
import { getStructuredData } from './structured-data.ts';

/** The maximum number of characters. Search engines show fewer. */
const maxDescriptionLength = 300;

/**
 * Returns the elements of a page's head for search engines and link previews: its title, description and canonical URL,
 * the preview image, and structured data if there is content. Everything is escaped.
 */
export function createPageHead(
  path: ListedPath,
  business: Business,
  content: SiteContent | null,
  publicUrl: string,
): string {
  const { title, description } = describePage(path, business, content);
  const url = new URL(path, publicUrl).href;
  const shareTags = {
    'og:type': 'website',
    'og:site_name': business.name,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': new URL('/share.png', publicUrl).href,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': "A mechanic's van behind a car at the curb",
  };
  const structuredData = content && getStructuredData(path, business, content, publicUrl);
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...Object.entries(shareTags).map(
      ([property, value]) => `<meta property="${property}" content="${escapeHtml(value)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
    // The browser doesn't execute this data, so the content security policy doesn't apply to it.
    ...(structuredData
      ? [`<script type="application/ld+json">${toInertJson(structuredData)}</script>`]
      : []),
  ].join('\n    ');
}

/** Returns JSON that cannot end the script element that contains it. */
export function toInertJson(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Returns the page's title and description. The title must be the same as the one that the client sets later. */
function describePage(path: ListedPath, business: Business, content: SiteContent | null) {
  const { name, currency } = business;
  const money = (amount: string) => formatMoney(amount, currency);
  const pages: Readonly<Record<ListedPath, readonly [title: string, description: string]>> = {
    '/': [
      `${name} · Mobile mechanic`,
      `${business.landingHeadline ?? defaultLandingWording.headline} ${business.landingIntro ?? defaultLandingWording.intro}`,
    ],
    '/services': [
      `Services · ${name}`,
      joinSentence(
        'Mobile mechanic services with prices',
        content?.services.map((service) => `${service.name} ${money(service.price)}`),
      ),
    ],
    '/subscription-plans': [
      `Maintenance Plans · ${name}`,
      joinSentence(
        'Regular care for your vehicle, at a set price',
        content?.plans.map(
          (plan) => `${plan.name} ${money(plan.price)} per ${plan.billing_interval}`,
        ),
      ),
    ],
    '/service-area-map': [
      `Service Areas · ${name}`,
      joinSentence(
        'Where we work, our hours, and trip fees',
        content?.areas.map((area) => area.name),
      ),
    ],
    '/book-service': [
      `Book Service · ${name}`,
      "Pick a service, a day, and a time, and tell us where the car is. You'll see the price before you book.",
    ],
    '/privacy': [`Privacy · ${name}`, `What data ${name} stores about you, and why.`],
    '/terms': [
      `Terms · ${name}`,
      `The terms of ${name}: prices, cancellation, payment, and text messages.`,
    ],
  };
  const [title, description] = pages[path];
  return {
    title,
    description:
      description.length > maxDescriptionLength
        ? `${description.slice(0, maxDescriptionLength - 3)}...`
        : description,
  };
}

function joinSentence(text: string, items: readonly string[] = []): string {
  return items.length === 0 ? `${text}.` : `${text}: ${items.slice(0, 6).join(', ')}.`;
}

function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (character) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '&#39;',
  );
}
