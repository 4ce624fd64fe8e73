import type { SessionUser } from '@curbwrench/contract/people/schemas';
import type { ReactNode } from 'react';
import { AssistantButton } from './assistant/assistant-button.tsx';
import { MessagesLink } from './conversations/messages-link.tsx';
import { AppLayout } from './layout/app-layout.tsx';
import { lazyComponent } from './lib/lazy-component.ts';
import { NotificationBell } from './notifications/notification-bell.tsx';
import { OfflineSchedule } from './offline/offline-schedule.tsx';
import { LazyPart } from './ui/lazy-boundary.tsx';

// Only for mechanics; no one else fetches it.
const PositionSharing = lazyComponent(
  async () => (await import('./mechanics/position-sharing.tsx')).PositionSharing,
);

interface SignedInFrameProps {
  user: SessionUser;
  /** Confirmed by the server, not only by this browser's storage. */
  isConfirmed: boolean;
  /** Only the account page works until the person has a second factor. */
  secondFactorFirst: boolean;
  children: ReactNode;
}

/** Renders the frame around every page of a signed-in person. */
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
            <LazyPart>{isConfirmed && user.status !== null && <PositionSharing />}</LazyPart>
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
          <OfflineSchedule />
        </>
      )}
    </AppLayout>
  );
}
