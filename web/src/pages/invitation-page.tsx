import { roleLabels } from '@curbwrench/contract/people/roles';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError, getErrorMessage } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { trackSessionChange } from '../api/session-change.ts';
import { useBusiness } from '../business/queries.ts';
import { LogOutLink } from '../layout/log-out-link.tsx';
import { signInUrl, paths } from '../paths.ts';
import { useSessionUser } from '../session/queries.ts';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import { useLinkToken } from '../sign-in/link-token.ts';
import { NewMemberForm } from '../sign-in/new-member-form.tsx';
import { useInvitationDetails, useRefreshSession } from '../sign-in/queries.ts';
import {
  clearStoredInvitation,
  storeInvitation,
  getStoredInvitation,
} from '../sign-in/stored-invitation.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { FieldError } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Opened from an invitation link. Shows the invitation, with a button or a form to accept it. */
export function InvitationPage() {
  const token = useLinkToken() ?? getStoredInvitation() ?? '';
  const { name } = useBusiness();
  const details = useInvitationDetails(token);
  const refreshSession = useRefreshSession();
  const user = useSessionUser();
  const navigate = useNavigate();

  async function handleAccepted() {
    clearStoredInvitation();
    await refreshSession();
    await navigate({ to: paths.dashboard, replace: true });
  }

  if (token === '') {
    return (
      <InvitationError>
        This link is incomplete. Ask the person who invited you to send it again.
      </InvitationError>
    );
  }
  if (!details.data && isRefusal(details.error)) {
    return <InvitationError>{getErrorMessage(details.error)}</InvitationError>;
  }
  return (
    <Loaded
      query={details}
      skeleton={<InvitationSkeleton />}
      failure="We couldn't load the invitation."
      getCause={getErrorMessage}
    >
      {({ email, role, hasAccount }) => (
        <AuthFrame
          title={`Join ${name}`}
          subtitle={
            <>
              We invited <strong className="wrap-anywhere text-ink">{email}</strong> to join as{' '}
              {role === 'admin' ? 'an' : 'a'}{' '}
              <strong className="text-ink">{roleLabels[role].toLowerCase()}</strong>.
            </>
          }
        >
          {user || hasAccount ? (
            <AcceptStep token={token} email={email} onAccepted={handleAccepted} />
          ) : (
            <NewMemberForm token={token} email={email} onAccepted={handleAccepted} />
          )}
        </AuthFrame>
      )}
    </Loaded>
  );
}

/** Returns whether a retry can't succeed, because the invitation is no longer valid or never existed. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

function InvitationError({ children }: { children: ReactNode }) {
  return (
    <AuthFrame title="This invitation can't be opened">
      <Callout tone="alert">
        <p>{children}</p>
      </Callout>
    </AuthFrame>
  );
}

function InvitationSkeleton() {
  return (
    <div className="mx-auto grid w-full max-w-md gap-5 sm:py-8">
      <Skeleton className="h-9" />
      <Skeleton className="h-24" />
    </div>
  );
}

interface AcceptStepProps {
  token: string;
  /** The address the invitation was sent to. */
  email: string;
  onAccepted: () => Promise<void>;
}

/** Lets the owner of the address accept, if no one else is signed in. */
function AcceptStep({ token, email, onAccepted }: AcceptStepProps) {
  const user = useSessionUser();
  const accept = useMutation({
    mutationFn: () => trackSessionChange(request('acceptInvitation', { body: { token } })),
    onSuccess: onAccepted,
  });
  if (!user) {
    return (
      <>
        <p className="text-ink-soft">You already have an account with this address.</p>
        <a
          href={signInUrl(paths.invitation)}
          onClick={() => storeInvitation(token)}
          className={buttonClass({ variant: 'primary', block: true })}
        >
          Log in to accept
        </a>
      </>
    );
  }
  if (user.email.toLowerCase() !== email.toLowerCase()) {
    return (
      <>
        <Callout tone="progress" title={`You're logged in as ${user.email}.`}>
          <p>This invitation is for another address. Log out, then open the link again.</p>
        </Callout>
        <LogOutLink />
      </>
    );
  }
  return (
    <div className="grid gap-2">
      <Button
        variant="primary"
        block
        pending={accept.isPending || accept.isSuccess}
        pendingLabel="Accepting..."
        onClick={() => accept.mutate()}
      >
        Accept
      </Button>
      <FieldError>{accept.error ? getErrorMessage(accept.error) : undefined}</FieldError>
    </div>
  );
}
