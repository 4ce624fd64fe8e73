import { displayDuration } from '@curbwrench/contract/fields/calendar';
import type { LandingPage } from '@curbwrench/contract/site/schemas';
import { useMoney } from '../business/money.ts';
import { paths } from '../paths.ts';
import { LandingSection, SeeAll } from './landing-section.tsx';

/** Lists some services with their prices; each opens the booking form with that service selected. */
export function ServicesSection({ services, serviceCount }: LandingPage) {
  const money = useMoney();
  if (services.length === 0) return null;
  return (
    <LandingSection
      id="services"
      title="Services and prices"
      intro="You see the price before you book. Parts may cost extra. We'll always ask first."
    >
      <ul className="grid gap-x-12 border-t border-line md:grid-cols-2">
        {services.map(({ id, name, price, duration }) => (
          <li key={id} className="min-w-0 border-b border-line">
            <a
              href={`${paths.bookService}?service=${id}`}
              className="group flex min-h-16 items-center justify-between gap-4 py-3 no-underline"
            >
              <span className="min-w-0">
                <span className="block font-display text-lg leading-snug font-semibold wrap-anywhere group-hover:underline group-hover:underline-offset-4">
                  {name}
                </span>
                <span className="figures text-sm text-ink-soft">{displayDuration(duration)}</span>
              </span>
              <span className="figures font-display text-xl font-bold whitespace-nowrap">
                {money(price)}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <SeeAll href={paths.services}>
        {serviceCount > services.length
          ? `See all ${serviceCount} services`
          : 'More about our services'}
      </SeeAll>
    </LandingSection>
  );
}
