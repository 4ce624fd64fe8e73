import { useLayoutEffect, type ReactNode } from 'react';
import { PagePending } from './page-states.tsx';

/** A spinner, unless what was on the screen before any script is there still. */
export function Waiting() {
  return isLandingShown() || isShellShown() ? null : <PagePending />;
}

/** Whether the shell of somebody's page is still on the screen: the server knows them. */
export function isShellShown(): boolean {
  return 'shell' in document.documentElement.dataset;
}

/** Whether the prerendered landing page is still on the screen: nobody is known to be signed in. */
export function isLandingShown(): boolean {
  return 'landing' in document.documentElement.dataset;
}

/** Takes away what was on the screen before, in the very frame in which something else appears. */
export function Shown({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    document.getElementById('first-paint')?.remove();
    const { dataset } = document.documentElement;
    delete dataset['landing'];
    delete dataset['shell'];
  }, []);
  return children;
}
