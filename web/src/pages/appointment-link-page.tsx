import { useEffect, useState } from 'react';
import { ApiError, getErrorMessage } from '../api/api-error.ts';
import { LinkedAppointmentView } from '../appointment-links/linked-appointment.tsx';
import { useLinkedAppointment } from '../appointment-links/queries.ts';
import {
  clearStoredToken,
  getStoredToken,
  storeToken,
} from '../appointment-links/session-token.ts';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import { useLinkToken } from '../sign-in/link-token.ts';
import { Callout } from '../ui/callout.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Opened from an appointment link. Shows the appointment and what its customer can do, without signing in. */
export function AppointmentLinkPage() {
  const urlToken = useLinkToken();
  const token = urlToken ?? getStoredToken() ?? '';
  return <LinkedPage key={token} token={token} />;
}

function LinkedPage({ token }: { token: string }) {
  const [endMessage, setEndMessage] = useState<string | null>(null);
  const query = useLinkedAppointment(endMessage === null ? token : '');
  const isRefused = query.error instanceof ApiError && query.error.code === 'link_expired';
  const isUsable = token !== '' && endMessage === null && !isRefused;
  useEffect(() => {
    if (isUsable) storeToken(token);
    else clearStoredToken();
  }, [token, isUsable]);

  if (endMessage !== null) return <LinkMessage title="Done">{endMessage}</LinkMessage>;
  if (token === '') {
    return (
      <LinkMessage title="This link can't be opened">
        This link is incomplete. Copy the full link from our message, or call us.
      </LinkMessage>
    );
  }
  if (isRefused) {
    return (
      <LinkMessage title="This link can't be opened">{getErrorMessage(query.error)}</LinkMessage>
    );
  }
  return (
    <Loaded
      query={query}
      skeleton={<PageSkeleton />}
      failure="We couldn't load your appointment."
      getCause={getErrorMessage}
    >
      {(appointment) => (
        <LinkedAppointmentView
          token={token}
          appointment={appointment}
          onLinkEnded={setEndMessage}
        />
      )}
    </Loaded>
  );
}

function LinkMessage({ title, children }: { title: string; children: string }) {
  return (
    <AuthFrame title={title}>
      <Callout tone={title === 'Done' ? 'done' : 'alert'}>
        <p>{children}</p>
      </Callout>
    </AuthFrame>
  );
}

function PageSkeleton() {
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5">
      <Skeleton className="h-16 w-64 max-w-full" />
      <Skeleton className="h-48" />
      <Skeleton className="h-14" />
      <Skeleton className="h-40" />
    </div>
  );
}
