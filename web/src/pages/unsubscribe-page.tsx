import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request } from '../api/request.ts';
import { paths } from '../paths.ts';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import { IncompleteLink } from '../sign-in/incomplete-link.tsx';
import { LinkConfirmation } from '../sign-in/link-confirmation.tsx';
import { useLinkToken } from '../sign-in/link-token.ts';
import { buttonClass } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';

/** Opened by the link in a reminder. Only pressing the button turns reminders off. */
export function UnsubscribePage() {
  const token = useLinkToken() ?? '';
  const unsubscribe = useMutation({
    mutationFn: () => request('unsubscribe', { body: { token } }),
  });
  const home = (
    <Link to={paths.dashboard} className={buttonClass({ block: true })}>
      Go to the home page
    </Link>
  );

  if (token === '') {
    return (
      <IncompleteLink action={home}>
        You can also choose which emails you get in your settings.
      </IncompleteLink>
    );
  }
  if (unsubscribe.isSuccess) {
    return (
      <AuthFrame title="Reminders are off">
        <Callout tone="done">
          <p>We won't send reminders or review requests anymore.</p>
        </Callout>
        <p>
          We'll still let you know when an appointment is booked, rescheduled, or canceled. If you
          have an account, you can turn reminders on again in your settings.
        </p>
        {home}
      </AuthFrame>
    );
  }
  return (
    <LinkConfirmation
      title="Turn off reminders"
      subtitle="We won't remind you of appointments or ask for reviews. We'll still let you know when an appointment is booked, rescheduled, or canceled."
      action="Turn off reminders"
      pendingLabel="Turning off..."
      mutation={unsubscribe}
    />
  );
}
