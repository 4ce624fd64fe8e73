import { z } from 'zod';
import { money, rowId, text } from '../fields/schemas.ts';
import { plan } from '../plans/schemas.ts';
import { publicReview, reviewSummary } from '../reviews/schemas.ts';
import { serviceArea } from '../service-areas/schemas.ts';
import { service } from '../services/schemas.ts';
import { siteTextLimits } from './texts.ts';

/** What the landing page shows besides the business itself. */
export const landingPage = z.object({
  /** The least expensive services; `serviceCount` counts all. */
  services: z.array(service.pick({ id: true, name: true, price: true, duration: true })),
  serviceCount: z.number().int(),
  /** The least expensive plans; `planCount` counts all. */
  plans: z.array(plan),
  planCount: z.number().int(),
  /** The first areas by name; `areaCount` counts all. */
  areas: z.array(
    serviceArea
      .pick({ name: true, days: true })
      .extend({ id: rowId(), lowestFee: money, highestFee: money }),
  ),
  areaCount: z.number().int(),
  /** The latest reviews that are not hidden; `reviewSummary` counts all. */
  reviews: z.array(publicReview),
  reviewSummary,
  /** The text of the FAQ; see `parseFaq`. */
  questions: z.string(),
});
export type LandingPage = z.infer<typeof landingPage>;

/** A text that has its own page. */
export const siteTextParams = z.object({ name: z.enum(['privacy', 'terms']) });

/** The text of a page; see `parseTextBlocks`. */
export const siteText = z.object({ text: z.string() });

/** The texts that an admin edits, and the default for each. */
export const siteTexts = z.object({
  /** A save includes the version that was edited, so that nobody overwrites changes they have not seen. */
  version: z.number().int(),
  questions: z.string(),
  privacy: z.string(),
  terms: z.string(),
  defaults: z.object({ questions: z.string(), privacy: z.string(), terms: z.string() }),
});
export type SiteTexts = z.infer<typeof siteTexts>;

/** The form that saves all texts. Blank text, or text that equals the default, resets it to the default. */
export const siteTextsInput = z.object({
  version: z.number().int(),
  questions: text(siteTextLimits.questions),
  privacy: text(siteTextLimits.privacy),
  terms: text(siteTextLimits.terms),
});
export type SiteTextsInput = z.infer<typeof siteTextsInput>;
