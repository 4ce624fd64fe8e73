import type { Business } from '@curbwrench/contract/business/schemas';
import { defaultLandingWording } from '@curbwrench/contract/pages/landing-wording';
import { defaultBookingRules } from '@curbwrench/contract/scheduling/booking-rules';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import type { LandingPage } from '@curbwrench/contract/site/schemas';
import { CalendarCheck, Phone } from 'lucide-react';
import { describeSlots } from '../business/business-hours-text.ts';
import { telephoneUrl } from '../lib/telephone.ts';
import { signInUrl, paths } from '../paths.ts';
import { SiteFooter } from '../site/site-footer.tsx';
import { Brand } from '../ui/brand.tsx';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { CurbScene } from './curb-scene.tsx';
import { DemoStrip } from './demo-strip.tsx';
import { LandingSection } from './landing-section.tsx';
import { HoursAndAreasSection } from './hours-and-areas-section.tsx';
import { PlansSection } from './plans-section.tsx';
import { QuestionsSection } from './questions-section.tsx';
import { ReviewsSection } from './reviews-section.tsx';
import { ServicesSection } from './services-section.tsx';
import { StatusSection } from './status-section.tsx';
import { ZipCheck } from './zip-check.tsx';

/** In characters. Longer headlines use smaller type, so that the button below is visible without scrolling. */
const maxLargeHeadlineLength = 60;

export interface LandingViewProps {
  /** Undefined while it loads; a spinner is then shown in place of the demo. */
  business: Omit<Business, 'now'> | undefined;
  /** Undefined while it loads. */
  site: LandingPage | undefined;
  /** The demo account that is being opened. */
  openingAccount?: DemoAccount | undefined;
  /** Why the last attempt to open a demo account failed. */
  problem?: string | undefined;
  onOpenDemo: (account: DemoAccount) => void;
}

/** Renders the landing page. It needs no router, so that visitors download less. */
export function LandingView({
  business,
  site,
  openingAccount,
  problem,
  onOpenDemo,
}: LandingViewProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <DemoStrip
        isOffered={business?.demo}
        openingAccount={openingAccount}
        problem={problem}
        onOpen={onOpenDemo}
      />
      <LandingHeader business={business} />
      <main>
        <Hero business={business} />
        {site && <ServicesSection {...site} />}
        <StepsSection slots={describeSlots(business?.bookingRules ?? defaultBookingRules)} />
        <StatusSection />
        {site && <PlansSection {...site} />}
        {site && <ReviewsSection {...site} />}
        {business && site && <HoursAndAreasSection {...site} />}
        {site && <QuestionsSection questions={site.questions} />}
      </main>
      <SiteFooter />
    </div>
  );
}

function LandingHeader({ business }: Pick<LandingViewProps, 'business'>) {
  return (
    <header className="mx-auto flex min-h-18 w-full max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
      <Brand name={business?.name} logoUrl={business?.logoUrl} />
      <div className="flex shrink-0 items-center sm:gap-2">
        <nav aria-label="Main" className="flex max-lg:hidden">
          <a href={paths.services} className={buttonClass({ variant: 'ghost' })}>
            Services
          </a>
          <a href={paths.subscriptionPlans} className={buttonClass({ variant: 'ghost' })}>
            Plans
          </a>
          <a href={paths.serviceAreaMap} className={buttonClass({ variant: 'ghost' })}>
            Areas
          </a>
        </nav>
        {business?.phone && (
          <a href={telephoneUrl(business.phone)} className={buttonClass({ variant: 'ghost' })}>
            <Phone className="size-4" aria-hidden />
            <span className="figures max-sm:sr-only">{business.phone}</span>
          </a>
        )}
        <a href={signInUrl()} className={buttonClass()}>
          Log in
        </a>
      </div>
    </header>
  );
}

function Hero({ business }: Pick<LandingViewProps, 'business'>) {
  const headline = business?.landingHeadline ?? defaultLandingWording.headline;
  return (
    <div className="mx-auto grid w-full max-w-6xl items-center gap-x-12 gap-y-8 px-4 pt-6 pb-4 sm:px-6 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:pt-12 lg:pb-8">
      <div className="min-w-0">
        <h1
          className={classNames(
            'font-extrabold tracking-tight',
            headline.length > maxLargeHeadlineLength ? 'text-3xl' : 'text-hero',
          )}
        >
          {headline}
        </h1>
        <p className="mt-5 max-w-xl text-lg wrap-anywhere text-ink-soft">
          {business?.landingIntro ?? defaultLandingWording.intro}
        </p>
        <div className="mt-7 flex">
          <a
            href={paths.bookService}
            className={classNames(
              buttonClass({ variant: 'primary', size: 'lg' }),
              'w-full sm:w-auto',
            )}
          >
            <CalendarCheck className="size-5" aria-hidden />
            Book a service
          </a>
        </div>
        <div className="mt-6">
          <ZipCheck />
        </div>
      </div>
      <CurbScene />
    </div>
  );
}

/** Shows the three steps of a booking; the second one describes the time slots. */
function StepsSection({ slots }: { slots: string }) {
  const steps = [
    {
      title: 'Tell us what you need',
      text: 'Pick your car and a service. You see the price and how long it takes before you book.',
    },
    {
      title: 'Pick a time',
      text: `${slots} If you see a time, it's open.`,
    },
    {
      title: 'Leave the car where it is',
      text: 'We assign a mechanic, who comes to your address and lets you know when the work is done.',
    },
  ];
  return (
    <LandingSection id="how" title="Three steps, and no trip to a repair shop" isRaised>
      <ol className="grid gap-8 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="border-t-2 border-ink pt-4">
            <span className="figures font-display text-sm font-semibold text-ink-faint">
              {index + 1} of 3
            </span>
            <h3 className="mt-1 text-xl">{title}</h3>
            <p className="mt-2 text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
    </LandingSection>
  );
}
