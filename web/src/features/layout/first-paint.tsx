import { useLayoutEffect, type ReactNode } from 'react';
import { PagePending } from './page-states.tsx';

/** A spinner, unless the prerendered landing page, which has its own, is still on the screen. */
export function Waiting() {
  return isLandingShown() ? null : <PagePending />;
}

/** Whether the prerendered landing page is still on the screen: nobody is known to be signed in. */
export function isLandingShown(): boolean {
  return 'landing' in document.documentElement.dataset;
}

/** Takes the prerendered landing page away in the very frame in which something else appears. */
export function Shown({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    document.getElementById('first-paint')?.remove();
    delete document.documentElement.dataset['landing'];
  }, []);
  return children;
}
