import type { InvitationOffer } from '@curbwrench/contract/invitations';
import { roleLabels } from '@curbwrench/contract/roles';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { sentenceOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { changingSession } from '../api/session-change.ts';
import { AuthFrame } from '../features/account/auth-frame.tsx';
import { useLinkToken } from '../features/account/link-token.ts';
import { useInvitationOffer, useSessionChanged } from '../features/account/queries.ts';
import { useBusiness } from '../features/business/queries.ts';
import { LogOutLink } from '../features/layout/log-out-link.tsx';
import { useSessionUser } from '../features/session/queries.ts';
import { logInUrl, paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { FieldError } from '../ui/field.tsx';
import { LoadingRegion, Skeleton } from '../ui/skeleton.tsx';
import { forgetInvitation, keepInvitation, keptInvitation } from './invitation/kept-invitation.ts';
import { NewMemberForm } from './invitation/new-member-form.tsx';

/** Behind an invitation's link (D3): says what is offered; a button or a form accepts it. */
export function InvitationPage() {
  const token = useLinkToken() ?? keptInvitation() ?? '';
  const { name } = useBusiness();
  const offer = useInvitationOffer(token);
  const sessionChanged = useSessionChanged();
  const user = useSessionUser();
  const navigate = useNavigate();

  async function handleAccepted() {
    forgetInvitation();
    await sessionChanged();
    await navigate({ to: paths.dashboard, replace: true });
  }

  if (token === '' || (offer.error && !offer.data)) {
    return (
      <AuthFrame title="This invitation can't be opened">
        <Callout tone="alert">
          <p>
            {offer.error
              ? sentenceOf(offer.error)
              : 'This link is not complete. Ask whoever invited you to send it again.'}
          </p>
        </Callout>
      </AuthFrame>
    );
  }
  if (!offer.data) {
    return (
      <LoadingRegion className="mx-auto grid w-full max-w-md gap-5 sm:py-8">
        <Skeleton className="h-9" />
        <Skeleton className="h-24" />
      </LoadingRegion>
    );
  }
  const { email, role, hasAccount } = offer.data;
  return (
    <AuthFrame
      title={`Join ${name}`}
      subtitle={
        <>
          You are invited as <strong className="text-ink">{roleLabels[role]}</strong>, by a message
          to <strong className="wrap-anywhere text-ink">{email}</strong>.
        </>
      }
    >
      {user || hasAccount ? (
        <AcceptStep token={token} offer={offer.data} onAccepted={handleAccepted} />
      ) : (
        <NewMemberForm token={token} email={email} onAccepted={handleAccepted} />
      )}
    </AuthFrame>
  );
}

interface AcceptStepProps {
  token: string;
  offer: InvitationOffer;
  onAccepted: () => Promise<void>;
}

/** The owner of the address accepts, signed in as nobody else. */
function AcceptStep({ token, offer, onAccepted }: AcceptStepProps) {
  const user = useSessionUser();
  const accept = useMutation({
    mutationFn: () => changingSession(call('acceptInvitation', { body: { token } })),
    onSuccess: onAccepted,
  });
  if (!user) {
    return (
      <>
        <p className="text-ink-soft">You have an account with this address already.</p>
        <a
          href={logInUrl(paths.invitation)}
          onClick={() => keepInvitation(token)}
          className={buttonClass({ variant: 'primary', block: true })}
        >
          Log in to accept
        </a>
      </>
    );
  }
  if (user.email.toLowerCase() !== offer.email.toLowerCase()) {
    return (
      <>
        <Callout tone="progress" title={`You are logged in as ${user.email}.`}>
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
      <FieldError>{accept.error ? sentenceOf(accept.error) : undefined}</FieldError>
    </div>
  );
}
