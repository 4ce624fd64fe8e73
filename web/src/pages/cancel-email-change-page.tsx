import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request } from '../api/request.ts';
import { paths } from '../paths.ts';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import { IncompleteLink } from '../sign-in/incomplete-link.tsx';
import { LinkConfirmation } from '../sign-in/link-confirmation.tsx';
import { useLinkToken } from '../sign-in/link-token.ts';
import { isUsedLink, UsedLink } from '../sign-in/used-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';

/** Opened by the link in the email about a new address. Only pressing the button cancels the change. */
export function CancelEmailChangePage() {
  const token = useLinkToken() ?? '';
  const cancel = useMutation({
    mutationFn: () => request('cancelEmailChangeByLink', { body: { token } }),
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
        You can also cancel the change on your account page.
      </IncompleteLink>
    );
  }
  if (cancel.isSuccess) {
    return (
      <AuthFrame title="Email change canceled">
        <Callout tone="done">
          <p>Your email address hasn't changed.</p>
        </Callout>
        <p>
          If you didn't request this change, someone else knows your password. Choose a new one now.
        </p>
        <Link
          to={paths.forgotPassword}
          className={buttonClass({ variant: 'primary', block: true })}
        >
          Choose a new password
        </Link>
      </AuthFrame>
    );
  }
  if (isUsedLink(cancel.error)) {
    return (
      <UsedLink>
        The change may already have been canceled, or confirmed from the new address.
      </UsedLink>
    );
  }
  return (
    <LinkConfirmation
      title="Cancel the email change"
      subtitle="Press the button to keep your current email address. The link sent to the new address will stop working."
      action="Keep my email address"
      pendingLabel="Canceling..."
      mutation={cancel}
    />
  );
}
