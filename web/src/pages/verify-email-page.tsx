import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request } from '../api/request.ts';
import { paths } from '../paths.ts';
import { useSessionUser } from '../session/queries.ts';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import { ContinueLink } from '../sign-in/continue-link.tsx';
import { IncompleteLink } from '../sign-in/incomplete-link.tsx';
import { LinkConfirmation } from '../sign-in/link-confirmation.tsx';
import { useLinkToken } from '../sign-in/link-token.ts';
import { useRefreshSession } from '../sign-in/queries.ts';
import { isUsedLink, UsedLink } from '../sign-in/used-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';

/** Opened by the link in a verification email. Only pressing the button confirms the address. */
export function VerifyEmailPage() {
  const token = useLinkToken() ?? '';
  const user = useSessionUser();
  const refreshSession = useRefreshSession();
  const verify = useMutation({
    mutationFn: () => request('verifyEmail', { body: { token } }),
    onSuccess: refreshSession,
  });

  if (token === '') {
    return (
      <IncompleteLink
        action={
          <Link to={paths.signIn} className={buttonClass({ block: true })}>
            Log in
          </Link>
        }
      >
        You can request a new one when you log in.
      </IncompleteLink>
    );
  }
  if (verify.isSuccess) {
    return (
      <AuthFrame title="Your address is confirmed">
        <Callout tone="done">
          <p>Thank you. You can use this address to log in.</p>
        </Callout>
        <ContinueLink />
      </AuthFrame>
    );
  }
  if (isUsedLink(verify.error)) {
    return (
      <UsedLink>
        {user
          ? "If your address isn't confirmed yet, request a new link on your account page."
          : 'If your address is confirmed, log in. If not, you can request a new link when you log in.'}
      </UsedLink>
    );
  }
  return (
    <LinkConfirmation
      title="Confirm your address"
      subtitle="If you requested this email, press the button to confirm your address."
      action="Confirm my address"
      pendingLabel="Confirming..."
      mutation={verify}
    />
  );
}
