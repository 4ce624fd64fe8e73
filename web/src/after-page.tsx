import type { SessionUser } from '@curbwrench/contract/people';
import { OfflineSchedule } from './features/offline/offline-schedule.tsx';
import { lazyComponent } from './lib/lazy-component.ts';
import { AwaitedPart } from './ui/awaited.tsx';

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
      <AwaitedPart>{assistant && <AssistantButton key={user.id} user={user} />}</AwaitedPart>
      <AwaitedPart>{user.status !== null && <PositionSender />}</AwaitedPart>
      <OfflineSchedule />
    </>
  );
}
