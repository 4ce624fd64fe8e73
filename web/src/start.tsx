import { Suspense, useState } from 'react';
import { PageError } from './features/layout/page-states.tsx';
import { isLandingShown, isShellShown, Shown, Waiting } from './features/layout/first-paint.tsx';
import { useSession } from './features/session/queries.ts';
import { lazyPage } from './lib/lazy-component.ts';
import { LandingPage } from './pages/landing-page.tsx';
import { paths } from './paths.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';

const RoutedPages = lazyPage(async () => (await import('./routed-pages.tsx')).loadRoutedPages());

// Where the landing page isn't what comes first, the router is needed at once.
if (!isLandingShown()) void RoutedPages.preload();

/**
 * When there is something to show. Behind the shell of somebody's page that is the page itself;
 * elsewhere, and where it could not be fetched, it is at once.
 */
export async function startIsReady(): Promise<void> {
  if (isShellShown()) await RoutedPages.preload();
}

/**
 * What opens first. The landing page needs no router, which would be a third of its weight; every
 * other page does, and brings it along.
 */
export function Start() {
  const { user, isLoading, error, retry } = useSession();
  const [stays, setStays] = useState(isLandingShown);

  if (stays && error) {
    return <StartError error={error} reset={retry} />;
  }
  if (stays && isLoading) return <Waiting />;
  if (stays && !user) {
    return (
      <Shown>
        <LandingPage
          onBook={() => {
            history.pushState(null, '', paths.bookService);
            setStays(false);
          }}
        />
      </Shown>
    );
  }
  return (
    <ErrorBoundary renderFailure={(failure) => <StartError {...failure} />}>
      <Suspense fallback={<Waiting />}>
        <RoutedPages />
      </Suspense>
    </ErrorBoundary>
  );
}

function StartError(props: { error: unknown; reset: () => void }) {
  return (
    <Shown>
      <PageError {...props} />
    </Shown>
  );
}
