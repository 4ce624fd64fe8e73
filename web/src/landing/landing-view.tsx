import type { Business } from '@curbwrench/contract/business/schemas';
import { defaultLandingTexts } from '@curbwrench/contract/pages/landing-texts';
import {
  defaultBookingRules,
  type BookingRules,
} from '@curbwrench/contract/scheduling/booking-rules';
import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import {
  CalendarCheck,
  CircleCheck,
  MapPin,
  Phone,
  RadioTower,
  ShieldCheck,
  TriangleAlert,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { telephoneUrl } from '../lib/telephone.ts';
import { logInUrl, paths } from '../paths.ts';
import { Brand } from '../ui/brand.tsx';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { toneBadge, type Tone } from '../ui/tone.ts';
import { CurbScene } from './curb-scene.tsx';
import { DemoButtons } from './demo-buttons.tsx';
import { describeOpenDays, describeSlots } from './business-hours-text.ts';

/** In characters. Longer headlines use smaller type, so that the button below is visible without scrolling. */
const maxLargeHeadlineLength = 60;

export interface LandingViewProps {
  /** Undefined while it loads; a spinner is then shown in place of the demo. */
  business:
    | (Pick<
        Business,
        'name' | 'phone' | 'demo' | 'logoUrl' | 'landingHeadline' | 'landingIntro'
      > & { bookingRules: BookingRules })
    | undefined;
  /** The demo account that is being opened. */
  openingAccount?: DemoAccount | undefined;
  /** Why the last attempt to open a demo account failed. */
  problem?: string | undefined;
  onOpenDemo?: (account: DemoAccount) => void;
}

/**
 * Renders the landing page from its props alone, because the same markup is prerendered into `index.html`, where no
 * data, router or storage exists.
 */
export function LandingView({ business, openingAccount, problem, onOpenDemo }: LandingViewProps) {
  const rules = business?.bookingRules ?? defaultBookingRules;
  const headline = business?.landingHeadline ?? defaultLandingTexts.headline;
  const texts = { slots: describeSlots(rules), days: describeOpenDays(rules.openingHours) };
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex min-h-18 w-full max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
        <Brand name={business?.name} logoUrl={business?.logoUrl} />
        <div className="flex shrink-0 items-center sm:gap-2">
          {business?.phone && (
            <a href={telephoneUrl(business.phone)} className={buttonClass({ variant: 'ghost' })}>
              <Phone className="size-4" aria-hidden />
              <span className="figures max-sm:sr-only">{business.phone}</span>
            </a>
          )}
          <a href={logInUrl()} className={buttonClass()}>
            Log in
          </a>
        </div>
      </header>
      <main>
        <div className="mx-auto grid w-full max-w-6xl items-center gap-x-12 gap-y-8 px-4 pt-6 pb-12 sm:px-6 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)] lg:pt-12 lg:pb-20">
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
              {business?.landingIntro ?? defaultLandingTexts.intro}
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
          </div>
          <CurbScene />
        </div>
        <DemoButtons
          isOffered={business?.demo}
          openingAccount={openingAccount}
          problem={problem}
          onOpen={onOpenDemo}
        />
        <section
          aria-labelledby="how"
          className="mx-auto w-full max-w-6xl px-4 py-12 sm:px-6 sm:py-16"
        >
          <h2 id="how" className="text-2xl sm:text-3xl">
            Three steps, none of them to a repair shop
          </h2>
          <ol className="mt-8 grid gap-8 md:grid-cols-3">
            {listSteps(texts.slots).map(({ title, text }, index) => (
              <li key={title} className="border-t-2 border-ink pt-4">
                <span className="figures font-display text-sm font-semibold text-ink-faint">
                  {index + 1} of 3
                </span>
                <h3 className="mt-1 text-xl">{title}</h3>
                <p className="mt-2 text-ink-soft">{text}</p>
              </li>
            ))}
          </ol>
        </section>
        <section aria-labelledby="board" className="border-y border-line bg-sheet">
          <div className="mx-auto grid w-full max-w-6xl gap-8 px-4 py-12 sm:px-6 sm:py-16 lg:grid-cols-2 lg:gap-16">
            <div>
              <h2 id="board" className="text-2xl">
                Know the status at a glance
              </h2>
              <p className="mt-3 text-ink-soft">
                The same three marks on every job, for you, for the mechanic and for the office.
              </p>
              <ul className="mt-6 flex flex-col gap-3">
                {legend.map(({ tone, label, text, Icon }) => (
                  <li key={label} className="flex items-center gap-4">
                    <span
                      className={classNames(
                        'inline-flex w-40 shrink-0 items-center gap-2 rounded-md border px-3 py-2 font-display font-semibold',
                        toneBadge[tone],
                      )}
                    >
                      <Icon className="size-5" aria-hidden />
                      {label}
                    </span>
                    <span className="text-sm text-ink-soft sm:text-base">{text}</span>
                  </li>
                ))}
              </ul>
            </div>
            <ul className="flex flex-col gap-6">
              {features.map(({ title, text, Icon }) => (
                <li key={title} className="flex gap-4">
                  <Icon className="mt-1 size-6 shrink-0" aria-hidden />
                  <div>
                    <h3 className="text-lg">{title}</h3>
                    <p className="text-ink-soft">{text}</p>
                  </div>
                </li>
              ))}
            </ul>
          </div>
        </section>
      </main>
      <footer className="mx-auto mt-auto flex min-h-20 w-full max-w-6xl flex-wrap items-center justify-between gap-4 px-4 py-6 text-sm text-ink-faint sm:px-6">
        <span className="min-w-0 wrap-anywhere">{business?.name}</span>
        <span>{texts.days}, at your curb.</span>
      </footer>
    </div>
  );
}

/** Returns the three steps of a booking; the second one describes the time slots. */
const listSteps = (slots: string) => [
  {
    title: 'Tell us what you need',
    text: 'Pick your car and a service. You see the price and how long it takes before you book.',
  },
  {
    title: 'Pick a time',
    text: `${slots} If you can see a time, it's available.`,
  },
  {
    title: 'Leave the car where it is',
    text: "A mechanic is assigned, comes to the address you gave, and tells you when it's done.",
  },
];

const legend: readonly { tone: Tone; label: string; text: string; Icon: LucideIcon }[] = [
  { tone: 'alert', label: 'Issues', text: 'Someone needs to act.', Icon: TriangleAlert },
  { tone: 'progress', label: 'In Progress', text: 'A mechanic is on it.', Icon: Wrench },
  { tone: 'done', label: 'Complete', text: 'Done, with the price on record.', Icon: CircleCheck },
];

const features: readonly { title: string; text: string; Icon: LucideIcon }[] = [
  {
    title: 'GPS Tracking',
    text: 'Each job has your address, and the mechanic comes to you.',
    Icon: MapPin,
  },
  {
    title: 'Real-time Updates',
    text: 'Assigned, started, completed: you see it as it happens.',
    Icon: RadioTower,
  },
  {
    title: 'Secure Payments',
    text: 'You pay the price you saw when you booked.',
    Icon: ShieldCheck,
  },
];
