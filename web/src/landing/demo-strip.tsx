import type { DemoAccount } from '@curbwrench/contract/people/schemas';
import { LoaderCircle } from 'lucide-react';
import { FieldError } from '../ui/field.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

interface DemoStripProps {
  /** Whether there is a demo; undefined until that is known. */
  isOffered: boolean | undefined;
  /** The demo account that is being opened. */
  openingAccount: DemoAccount | undefined;
  problem: string | undefined;
  onOpen: (account: DemoAccount) => void;
}

/** Renders a strip with the four demo buttons, or a spinner while it isn't known whether there is a demo. */
export function DemoStrip({ isOffered, openingAccount, problem, onOpen }: DemoStripProps) {
  // Until the page's scripts run, the buttons that the server rendered do nothing.
  const isHydrated = useHydrated();
  if (isOffered === false) return null;
  return (
    <section aria-labelledby="demo" className="border-b border-line bg-well">
      <div className="mx-auto flex min-h-14 w-full max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-1.5 sm:px-6">
        {isOffered === undefined ? (
          <span className="mx-auto text-ink-faint">
            <Spinner />
          </span>
        ) : (
          <>
            <p id="demo" className="text-sm text-ink-soft">
              <strong className="font-semibold text-ink">Try the demo as...</strong>{' '}
              <span className="max-lg:hidden">This is a fictional business with sample data.</span>
            </p>
            <ul className="-mx-2 flex flex-wrap max-sm:w-[calc(100%+1rem)] max-sm:justify-between sm:-mx-3">
              {demoAccounts.map(({ account, label, text }) => (
                <li key={account}>
                  <button
                    type="button"
                    title={text}
                    disabled={!isHydrated}
                    aria-disabled={openingAccount !== undefined || undefined}
                    aria-busy={openingAccount === account || undefined}
                    onClick={() => openingAccount === undefined && onOpen(account)}
                    className="inline-flex min-h-touch items-center gap-2 rounded-md px-2 font-semibold underline decoration-line-strong underline-offset-4 transition-colors hover:bg-sheet aria-disabled:cursor-progress aria-disabled:opacity-60 sm:px-3"
                  >
                    {openingAccount === account && (
                      <LoaderCircle className="size-4 shrink-0 animate-spin" aria-hidden />
                    )}
                    {label}
                  </button>
                </li>
              ))}
            </ul>
            <FieldError>{problem}</FieldError>
          </>
        )}
      </div>
    </section>
  );
}

/** The four demo buttons of the landing page. */
const demoAccounts: readonly { account: DemoAccount; label: string; text: string }[] = [
  { account: 'customer', label: 'Customer', text: 'Book a service and follow it.' },
  { account: 'mechanic', label: 'Mechanic', text: "Work through today's jobs." },
  { account: 'advisor', label: 'Advisor', text: 'Assign mechanics to jobs.' },
  { account: 'admin', label: 'Admin', text: 'See how the day is going.' },
];
