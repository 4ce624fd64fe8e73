// Reads tables owned by these modules: accounts, appointments, business, plans, reviews, service-areas, services
import type { ReviewSummary } from '@curbwrench/contract/reviews/schemas';
import type { SiteWordingName } from '@curbwrench/contract/site/wording';
import type { ServiceArea } from '@curbwrench/contract/service-areas/schemas';
import { sql, type Kysely, type Transaction } from 'kysely';
import { readBusiness } from '../application/business-queries.ts';
import type { Database } from '../database/schema.ts';
import { listPlans, type PlanRow } from '../plans/plan-queries.ts';
import { listPublicReviews, summarizeReviews, type ListedReviewRow } from '../reviews/queries.ts';
import { listServiceAreas } from '../service-areas/queries.ts';
import { listServices, type ServiceRow } from '../services/queries.ts';
import { writeDefaultPage, type SiteFacts } from './default-wording-rules.ts';

type Handle = Kysely<Database> | Transaction<Database>;

/** The wording that the business has written itself. Null means the default. */
export type StoredWording = Readonly<Record<SiteWordingName, string | null>>;

/** Everything that pages for visitors show, other than the business's name, contact data and settings. */
export interface SiteContent {
  readonly services: readonly ServiceRow[];
  readonly plans: readonly PlanRow[];
  readonly areas: readonly ServiceArea[];
  /** The most recent reviews that are not hidden. */
  readonly reviews: readonly ListedReviewRow[];
  readonly reviewSummary: ReviewSummary;
  readonly timeZone: string;
  readonly wording: Readonly<Record<SiteWordingName, string>>;
  readonly defaults: Readonly<Record<SiteWordingName, string>>;
  readonly wordingVersion: number;
}

/** How many reviews the landing page shows. */
const shownReviewCount = 3;

/** Returns what visitors see: services, plans, areas, the most recent reviews, and the wording. */
export async function readSiteContent(db: Handle): Promise<SiteContent> {
  const [services, plans, areas, reviews, reviewSummary, business, stored] = await Promise.all([
    listServices(db),
    listPlans(db, false),
    listServiceAreas(db),
    listPublicReviews(db, { limit: shownReviewCount }),
    summarizeReviews(db),
    readBusiness(db),
    readStoredWording(db),
  ]);
  if (!business) throw new Error('The business has no settings.');
  const facts: SiteFacts = {
    settings: business.settings,
    prices: services.map(({ price }) => price),
    hasTripFees: areas.some((area) => Number(getFees(area).highestFee) > 0),
    hasPlans: plans.length > 0,
  };
  const defaults = {
    questions: writeDefaultPage('questions', facts),
    privacy: writeDefaultPage('privacy', facts),
    terms: writeDefaultPage('terms', facts),
  };
  const { version, ...ownWording } = stored;
  const wording = {
    questions: ownWording.questions ?? defaults.questions,
    privacy: ownWording.privacy ?? defaults.privacy,
    terms: ownWording.terms ?? defaults.terms,
  };
  return {
    services,
    plans,
    areas,
    reviews: reviews?.rows ?? [],
    reviewSummary,
    timeZone: business.settings.timeZone,
    wording,
    defaults,
    wordingVersion: version,
  };
}

/** Returns the lowest and the highest trip fee in an area. */
export function getFees({ tripFee, feeBands }: ServiceArea): {
  lowestFee: string;
  highestFee: string;
} {
  const fees = (feeBands?.map(({ fee }) => fee) ?? [tripFee]).toSorted(
    (a, b) => Number(a) - Number(b),
  );
  return { lowestFee: fees[0] ?? tripFee, highestFee: fees.at(-1) ?? tripFee };
}

async function readStoredWording(
  db: Handle,
): Promise<StoredWording & { readonly version: number }> {
  return db
    .selectFrom('business')
    .select([
      'questions_text as questions',
      'privacy_text as privacy',
      'terms_text as terms',
      'texts_version as version',
    ])
    .executeTakeFirstOrThrow();
}

/**
 * Returns a hash of everything that pages for visitors show. A rendered page is up to date as long as the hash stays
 * the same. The hash is computed from the database, since another process may have made a change.
 */
export async function readSiteHash(db: Handle): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select encode(sha256(convert_to(concat_ws('|',
      (select (to_jsonb(b) - 'logo_base64')::text from business b),
      (select jsonb_agg(to_jsonb(s) order by s.id)::text from services s where s.archived_at is null),
      (select jsonb_agg(to_jsonb(p) order by p.id)::text from plans p where p.archived_at is null),
      (select jsonb_agg(jsonb_build_array(i.plan_id, i.service_id, i.uses, v.name)
        order by i.plan_id, i.service_id)::text
        from plan_services i join services v on v.id = i.service_id),
      (select jsonb_agg(to_jsonb(a) order by a.id)::text from service_areas a),
      (select jsonb_agg(jsonb_build_array(z.area_id, z.zip) order by z.area_id, z.zip)::text
        from service_area_zips z),
      (select jsonb_build_array(count(*), count(hidden_reason), sum(rating))::text from reviews),
      (select jsonb_agg(to_jsonb(shown))::text from (
        select r.id, r.text, r.reply, c.first_name, c.deleted_at,
          array(select l.description from appointment_lines l
            where l.appointment_id = r.appointment_id and l.kind = 'service' order by l.position)
        from reviews r join people c on c.id = r.customer_id
        where r.hidden_reason is null
        order by r.created_at desc, r.id desc limit ${shownReviewCount}) shown)
    ), 'UTF8')), 'hex') as hash
  `.execute(db);
  return rows[0]?.hash ?? '';
}
