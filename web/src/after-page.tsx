import type { SessionUser } from '@curbwrench/contract/people';
import { Suspense, type ReactNode } from 'react';
import { OfflineSchedule } from './features/offline/offline-schedule.tsx';
import { lazyComponent } from './lib/lazy-component.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';

const AssistantButton = lazyComponent(
  async () => (await import('./features/assistant/assistant-button.tsx')).AssistantButton,
);
// For mechanics alone; everyone else never fetches it.
const PositionSender = lazyComponent(
  async () => (await import('./features/tracking/position-sender.tsx')).PositionSender,
);

/** What comes after everything that a signed-in person's page itself needs. */
export function AfterPage({ user, assistant }: { user: SessionUser; assistant: boolean }) {
  return (
    <>
      <Unnoticed>{assistant && <AssistantButton key={user.id} user={user} />}</Unnoticed>
      <Unnoticed>{user.status !== null && <PositionSender />}</Unnoticed>
      <OfflineSchedule />
    </>
  );
}

/** A part that nobody waits for: where it could not be loaded, the page goes on without it. */
function Unnoticed({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary fallback={Nothing}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function Nothing() {
  return null;
}
