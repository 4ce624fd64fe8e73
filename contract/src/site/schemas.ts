import { z } from 'zod';
import { money, rowId, text } from '../fields/schemas.ts';
import { plan } from '../plans/schemas.ts';
import { publicReview, reviewSummary } from '../reviews/schemas.ts';
import { serviceArea } from '../service-areas/schemas.ts';
import { service } from '../services/schemas.ts';
import { siteWordingLimits } from './wording.ts';

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

/** A part of the wording that has its own page. */
export const sitePageParams = z.object({ name: z.enum(['privacy', 'terms']) });

/** The text of a page; see `parseTextBlocks`. */
export const sitePage = z.object({ text: z.string() });

/** The wording that an admin edits, and the default for each part. */
export const siteWording = z.object({
  /** A save includes the version that was edited, so that nobody overwrites changes they have not seen. */
  version: z.number().int(),
  questions: z.string(),
  privacy: z.string(),
  terms: z.string(),
  defaults: z.object({ questions: z.string(), privacy: z.string(), terms: z.string() }),
});
export type SiteWording = z.infer<typeof siteWording>;

/** The form that saves the wording. Blank text, or text that equals the default, resets that part to the default. */
export const siteWordingInput = z.object({
  version: z.number().int(),
  questions: text(siteWordingLimits.questions),
  privacy: text(siteWordingLimits.privacy),
  terms: text(siteWordingLimits.terms),
});
export type SiteWordingInput = z.infer<typeof siteWordingInput>;
