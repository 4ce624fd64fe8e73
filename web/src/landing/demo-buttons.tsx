import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import {
  CarFront,
  ChartNoAxesColumn,
  ClipboardList,
  LoaderCircle,
  type LucideIcon,
  Wrench,
} from 'lucide-react';
import { FieldError } from '../ui/field.tsx';
import { Spinner } from '../ui/spinner.tsx';

interface DemoButtonsProps {
  /** Whether there is a demo; undefined until that is known. */
  isOffered: boolean | undefined;
  /** The demo account that is being opened. */
  openingAccount: DemoAccount | undefined;
  problem: string | undefined;
  onOpen: ((account: DemoAccount) => void) | undefined;
}

/** Renders the four demo buttons, or a spinner while it isn't known whether there is a demo. */
export function DemoButtons({ isOffered, openingAccount, problem, onOpen }: DemoButtonsProps) {
  if (isOffered === false) return null;
  return (
    <section aria-labelledby="demo" className="border-y border-line bg-well">
      <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
        {isOffered === undefined ? (
          <div className="flex min-h-32 items-center justify-center text-ink-faint">
            <Spinner />
          </div>
        ) : (
          <>
            <h2 id="demo" className="text-xl">
              Try the demo as...
            </h2>
            <p className="mt-1 text-ink-soft">
              This is a demo with a made-up business. Pick who you want to be; nothing is real.
            </p>
            <ul className="mt-5 grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 lg:grid-cols-4">
              {demoAccounts.map(({ account, label, text, Icon }) => (
                <li key={account} className="contents">
                  <button
                    type="button"
                    aria-labelledby={`demo-${account}`}
                    aria-describedby={`demo-${account}-text`}
                    aria-disabled={openingAccount !== undefined || undefined}
                    aria-busy={openingAccount === account || undefined}
                    onClick={() => openingAccount === undefined && onOpen?.(account)}
                    className="group flex min-h-touch items-start gap-3 rounded-lg border border-line-strong bg-sheet p-4 text-left transition-colors hover:border-ink aria-disabled:cursor-progress"
                  >
                    {openingAccount === account ? (
                      <LoaderCircle className="mt-0.5 size-6 shrink-0 animate-spin" aria-hidden />
                    ) : (
                      <Icon className="mt-0.5 size-6 shrink-0" aria-hidden />
                    )}
                    <span className="min-w-0">
                      <span
                        id={`demo-${account}`}
                        className="block font-display text-lg font-semibold group-hover:underline group-hover:underline-offset-4"
                      >
                        {label}
                      </span>
                      <span id={`demo-${account}-text`} className="block text-sm text-ink-soft">
                        {text}
                      </span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <div className="mt-3">
              <FieldError>{problem}</FieldError>
            </div>
          </>
        )}
      </div>
    </section>
  );
}

/** The four demo buttons of the landing page. */
const demoAccounts: readonly {
  account: DemoAccount;
  label: string;
  text: string;
  Icon: LucideIcon;
}[] = [
  { account: 'customer', label: 'Customer', text: 'Book a service and follow it.', Icon: CarFront },
  { account: 'mechanic', label: 'Mechanic', text: "Work through today's jobs.", Icon: Wrench },
  { account: 'advisor', label: 'Advisor', text: 'Assign mechanics to jobs.', Icon: ClipboardList },
  { account: 'admin', label: 'Admin', text: 'See how the day is going.', Icon: ChartNoAxesColumn },
];
