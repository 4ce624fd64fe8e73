import type { SessionUser } from '@curbwrench/contract/people';
import type { ReactNode } from 'react';
import { AssistantButton } from './assistant/assistant-button.tsx';
import { MessagesLink } from './conversations/messages-link.tsx';
import { AppLayout } from './layout/app-layout.tsx';
import { lazyComponent } from './lib/lazy-component.ts';
import { NotificationBell } from './notifications/notification-bell.tsx';
import { OfflineSchedule } from './offline/offline-schedule.tsx';
import { LazyPart } from './ui/lazy-boundary.tsx';

// For mechanics alone; everyone else never fetches it.
const PositionSender = lazyComponent(
  async () => (await import('./tracking/position-sender.tsx')).PositionSender,
);

interface SignedInFrameProps {
  user: SessionUser;
  /** The server has said so, not only this browser's storage. */
  isConfirmed: boolean;
  /** Nothing but the account page works before the person has a second factor. */
  secondFactorFirst: boolean;
  children: ReactNode;
}

/** What stands around and beside every page of a signed-in person. */
export function SignedInFrame({
  user,
  isConfirmed,
  secondFactorFirst,
  children,
}: SignedInFrameProps) {
  return (
    <AppLayout
      user={user}
      bell={
        !secondFactorFirst && (
          <>
            <MessagesLink />
            <NotificationBell />
          </>
        )
      }
    >
      {children}
      {isConfirmed && (
        <>
          {!secondFactorFirst && <AssistantButton key={user.id} user={user} />}
          <LazyPart>{user.status !== null && <PositionSender />}</LazyPart>
          <OfflineSchedule />
        </>
      )}
    </AppLayout>
  );
}
