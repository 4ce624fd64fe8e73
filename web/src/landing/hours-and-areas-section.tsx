import { formatDays } from '@curbwrench/contract/service-areas/area-text';
import type { LandingPage } from '@curbwrench/contract/site/schemas';
import { Phone } from 'lucide-react';
import { listBusinessHours } from '../business/business-hours-text.ts';
import { useMoney } from '../business/money.ts';
import { useBusiness } from '../business/queries.ts';
import { telephoneUrl } from '../lib/telephone.ts';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { LandingSection, SeeAll } from './landing-section.tsx';

/** Shows the business hours, the phone number and the service areas. */
export function HoursAndAreasSection({
  areas,
  areaCount,
}: Pick<LandingPage, 'areas' | 'areaCount'>) {
  const { bookingRules, phone } = useBusiness();
  const money = useMoney();
  return (
    <LandingSection id="where" title="When and where we work" isRaised>
      <div className="grid gap-10 lg:grid-cols-2 lg:gap-16">
        <div className="min-w-0">
          <h3 className="text-lg">Hours</h3>
          <dl className="mt-2 border-t border-line">
            {listBusinessHours(bookingRules.businessHours).map(({ days, hours }) => (
              <div
                key={hours}
                className="flex flex-wrap justify-between gap-x-6 border-b border-line py-3"
              >
                <dt>{days}</dt>
                <dd className="figures font-semibold">{hours}</dd>
              </div>
            ))}
          </dl>
          {phone && (
            <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
              <a href={telephoneUrl(phone)} className={buttonClass({ size: 'lg' })}>
                <Phone className="size-5" aria-hidden />
                <span className="figures">{phone}</span>
              </a>
              <span className="text-ink-soft">Questions? Call us.</span>
            </div>
          )}
        </div>
        {areas.length > 0 && (
          <div className="min-w-0">
            <h3 className="text-lg">Areas we serve</h3>
            <ul className="mt-2 border-t border-line">
              {areas.map(({ id, name, days, lowestFee, highestFee }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-3"
                >
                  <span className="min-w-0">
                    <span className="block font-semibold wrap-anywhere">{name}</span>
                    <span className="block text-sm text-ink-soft">{formatDays(days)}</span>
                  </span>
                  <span className="figures text-sm text-ink-soft">
                    {Number(highestFee) === 0
                      ? 'No trip fee'
                      : lowestFee === highestFee
                        ? `Trip fee ${money(highestFee)}`
                        : `Trip fee ${money(lowestFee)} to ${money(highestFee)}`}
                  </span>
                </li>
              ))}
            </ul>
            <SeeAll href={paths.serviceAreaMap}>
              {areaCount > areas.length
                ? `See all ${areaCount} areas on the map`
                : 'See the areas on the map'}
            </SeeAll>
          </div>
        )}
      </div>
    </LandingSection>
  );
}
