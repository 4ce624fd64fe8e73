import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useBusiness } from '../business/queries.ts';
import { signInUrl, paths } from '../paths.ts';
import { SiteFooter } from '../site/site-footer.tsx';
import { Brand } from '../ui/brand.tsx';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Overlays } from './overlays.tsx';
import { PageFrame, SkipLink } from './page-frame.tsx';

/** The pages for signing in, whose header has no links to other pages. */
const signInPages: ReadonlySet<string> = new Set([
  paths.signIn,
  paths.signUp,
  paths.verifyEmail,
  paths.cancelEmailChange,
  paths.forgotPassword,
  paths.resetPassword,
  paths.setUp,
  paths.invitation,
]);

const navPages = [
  { to: paths.services, label: 'Services' },
  { to: paths.subscriptionPlans, label: 'Plans' },
  { to: paths.serviceAreaMap, label: 'Areas' },
] as const;

/** Renders the frame around a page that is open to visitors. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const business = useBusiness();
  const { href, pathname } = useRouterState({
    select: ({ resolvedLocation, location }) => resolvedLocation ?? location,
  });
  const isSignInPage = signInPages.has(pathname);
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b border-line bg-sheet">
        <div className="mx-auto flex min-h-16 max-w-6xl items-center justify-between gap-3 px-4 sm:px-6">
          <Link to={paths.dashboard} className="flex min-h-touch min-w-0 items-center rounded-md">
            <Brand name={business.name} logoUrl={business.logoUrl} />
          </Link>
          {!isSignInPage && (
            <div className="flex shrink-0 items-center gap-1 sm:gap-2">
              <nav aria-label="Main" className="flex max-md:hidden">
                {navPages.map(({ to, label }) => (
                  <Link
                    key={to}
                    to={to}
                    className={classNames(
                      buttonClass({ variant: 'ghost' }),
                      'aria-[current=page]:underline aria-[current=page]:underline-offset-8',
                    )}
                  >
                    {label}
                  </Link>
                ))}
              </nav>
              <a href={signInUrl(href)} className={buttonClass({ variant: 'ghost' })}>
                Log in
              </a>
              {pathname !== paths.bookService && (
                <Link to={paths.bookService} className={buttonClass()}>
                  Book
                </Link>
              )}
            </div>
          )}
        </div>
      </header>
      <PageFrame>{children}</PageFrame>
      {!isSignInPage && <SiteFooter />}
      <Overlays />
    </div>
  );
}
