import type { LandingPage } from '@curbwrench/contract/site/schemas';
import { presentPublicReview } from '../reviews/review-view.ts';
import { getFees, type SiteContent } from './site-queries.ts';

/** Returns the parts of the site's content that the landing page shows. */
export function presentLandingPage({
  services,
  plans,
  areas,
  reviews,
  reviewSummary,
  timeZone,
  wording,
}: SiteContent): LandingPage {
  return {
    services: services
      .toSorted((a, b) => Number(a.price) - Number(b.price))
      .slice(0, 6)
      .map(({ id, name, price, duration }) => ({ id, name, price, duration })),
    serviceCount: services.length,
    plans: plans.slice(0, 3).map(({ billing_interval: interval, discount_percent, ...row }) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      price: row.price,
      interval,
      discountPercent: discount_percent,
      services: row.services,
      version: row.version,
      archived: row.archived,
      members: null,
    })),
    planCount: plans.length,
    areas: areas
      .slice(0, 6)
      .map((area) => ({ id: area.id, name: area.name, days: area.days, ...getFees(area) })),
    areaCount: areas.length,
    reviews: reviews.map((row) => presentPublicReview(row, timeZone)),
    reviewSummary,
    questions: wording.questions,
  };
}
