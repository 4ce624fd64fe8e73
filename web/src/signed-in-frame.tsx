import type { SessionUser } from '@curbwrench/contract/people/schemas';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import type { ReactNode } from 'react';
import { AssistantButton } from './assistant/assistant-button.tsx';
import { MessagesLink } from './conversations/messages-link.tsx';
import { AppLayout } from './layout/app-layout.tsx';
import { lazyComponent } from './lib/lazy-component.ts';
import { KeepPushSubscription } from './push/keep-push-subscription.tsx';
import { NotificationBell } from './notifications/notification-bell.tsx';
import { OfflineSchedule } from './offline/offline-schedule.tsx';
import { OfferedPayment } from './payments/offered-payment.tsx';
import { LazyPart } from './ui/lazy-boundary.tsx';

// Only for mechanics; no one else fetches it.
const PositionSharing = lazyComponent(
  async () => (await import('./mechanics/position-sharing.tsx')).PositionSharing,
);

const StepSender = lazyComponent(
  async () => (await import('./offline/step-sender.tsx')).StepSender,
);

// Only for the office.
const OfficeTools = lazyComponent(
  async () => (await import('./customers/office-tools.tsx')).OfficeTools,
);

interface SignedInFrameProps {
  user: SessionUser;
  /** Whether the server has confirmed who is signed in; until then only this browser's storage says so. */
  isConfirmed: boolean;
  /** Whether the page is hidden until the person has added a second factor, which they do on the account page. */
  needsSecondFactor: boolean;
  children: ReactNode;
}

/** Renders the frame around every page that a signed-in person sees. */
export function SignedInFrame({
  user,
  isConfirmed,
  needsSecondFactor,
  children,
}: SignedInFrameProps) {
  return (
    <AppLayout
      user={user}
      headerItems={
        !needsSecondFactor && (
          <>
            <LazyPart>{isConfirmed && user.status !== null && <PositionSharing />}</LazyPart>
            <LazyPart>
              {isConfirmed && user.status !== null && (
                <StepSender key={user.id} personId={user.id} />
              )}
            </LazyPart>
            {isOfficeRole(user.role) && <LazyPart>{isConfirmed && <OfficeTools />}</LazyPart>}
            <MessagesLink />
            <NotificationBell />
          </>
        )
      }
    >
      {children}
      {isConfirmed && (
        <>
          {!needsSecondFactor && <AssistantButton key={user.id} user={user} />}
          {user.status !== null && <OfferedPayment />}
          <OfflineSchedule />
          {!needsSecondFactor && <KeepPushSubscription key={user.id} personId={user.id} />}
        </>
      )}
    </AppLayout>
  );
}
