import type { Business } from '@curbwrench/contract/business/schemas';
import { getDayName } from '@curbwrench/contract/fields/weekdays';
import { formatMoney } from '@curbwrench/contract/fields/money';
import type { SiteContent } from '../site/site-queries.ts';
import type { ListedPath } from './public-paths.ts';

/**
 * Returns the structured data (schema.org) of a page for search engines: the business on the landing page, and each
 * service on the services page. Returns null for other pages. The data states only what the page shows.
 */
export function getStructuredData(
  path: ListedPath,
  business: Business,
  content: SiteContent,
  publicUrl: string,
): object | null {
  if (path === '/') return describeBusiness(business, content, publicUrl);
  if (path !== '/services') return null;
  return {
    '@context': 'https://schema.org',
    '@graph': content.services.map((service) => ({
      '@type': 'Service',
      name: service.name,
      description: service.description,
      provider: { '@type': 'AutoRepair', name: business.name, url: publicUrl },
      ...(content.areas.length > 0 && { areaServed: content.areas.map(({ name }) => name) }),
      offers: {
        '@type': 'Offer',
        price: service.price,
        priceCurrency: business.currency,
        url: new URL(`/book-service?service=${service.id}`, publicUrl).href,
      },
    })),
  };
}

function describeBusiness(business: Business, content: SiteContent, publicUrl: string): object {
  const { name, phone, address, logoUrl, bookingRules, currency } = business;
  const prices = content.services.map(({ price }) => Number(price)).toSorted((a, b) => a - b);
  const [lowest, highest] = [prices[0], prices.at(-1)];
  return {
    '@context': 'https://schema.org',
    '@type': ['LocalBusiness', 'AutoRepair'],
    name,
    url: publicUrl,
    image: new URL(logoUrl ?? '/share.png', publicUrl).href,
    ...(phone !== null && { telephone: phone }),
    ...(address !== null && { address }),
    ...(lowest !== undefined &&
      highest !== undefined && {
        priceRange: `${formatMoney(lowest.toFixed(2), currency)} - ${formatMoney(highest.toFixed(2), currency)}`,
      }),
    currenciesAccepted: currency,
    openingHoursSpecification: bookingRules.businessHours.flatMap((hours, weekday) =>
      hours === null
        ? []
        : [
            {
              '@type': 'OpeningHoursSpecification',
              dayOfWeek: getDayName(weekday),
              opens: hours.opens,
              closes: hours.closes,
            },
          ],
    ),
    ...(content.areas.length > 0 && { areaServed: content.areas.map((area) => area.name) }),
    ...(content.services.length > 0 && {
      makesOffer: content.services.map((service) => ({
        '@type': 'Offer',
        price: service.price,
        priceCurrency: currency,
        itemOffered: { '@type': 'Service', name: service.name },
      })),
    }),
  };
}
