import { emailChange, type Account } from '@curbwrench/contract/accounts/schemas';
import { formatLinkLifetime } from '@curbwrench/contract/accounts/one-time-links';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { getErrorMessage } from '../api/api-error.ts';
import { CurrentPasswordField } from '../forms/current-password-field.tsx';
import { EmailField } from '../forms/email-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { StoredEmailNote } from '../sign-in/stored-email-note.tsx';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Panel } from '../ui/panel.tsx';
import { useCancelEmailChange, useChangeEmail } from './queries.ts';
import { SecondFactorField } from './second-factor-field.tsx';

/**
 * Renders the form that changes the email address. The new address takes effect after the person opens the link sent to
 * that address and confirms.
 */
export function EmailPanel({ account }: { account: Account }) {
  const changeEmail = useChangeEmail();
  const form = useForm<z.input<typeof emailChange>, unknown, z.output<typeof emailChange>>({
    resolver: zodResolver(emailChange),
    defaultValues: { email: '', password: '', code: '' },
  });
  const { errors } = form.formState;
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (body) => {
    await changeEmail(body);
    form.reset();
  });
  if (!account.hasPassword) return null;
  return (
    <Panel
      title="Email"
      subtitle={
        <>
          Currently <span className="wrap-anywhere text-ink">{account.email}</span>
        </>
      }
    >
      <form noValidate aria-label="Change email" onSubmit={handleSubmit} className="grid gap-5">
        {account.pendingEmail !== null && <PendingChange email={account.pendingEmail} />}
        <FormProblem>{problem}</FormProblem>
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <EmailField
            label="New email"
            field={form.register('email')}
            error={errors.email?.message}
            autoComplete="email"
          />
          <CurrentPasswordField
            label="Your password"
            field={form.register('password')}
            error={errors.password?.message}
          />
          {account.twoFactor && (
            <SecondFactorField field={form.register('code')} error={errors.code?.message} />
          )}
        </div>
        <Button
          type="submit"
          pending={isPending}
          pendingLabel="Sending..."
          className="justify-self-start"
        >
          Change email
        </Button>
      </form>
    </Panel>
  );
}

/** Shows the email change that is waiting for confirmation, with a button to cancel it. */
function PendingChange({ email }: { email: string }) {
  const cancel = useCancelEmailChange();
  return (
    <Callout tone="progress" title="Check your email">
      <p>
        We sent an email to {email}. To change your address, open the link in that email and confirm
        within {formatLinkLifetime('change_email')}.
      </p>
      <StoredEmailNote />
      {cancel.error && <p role="alert">{getErrorMessage(cancel.error)}</p>}
      <Button
        size="sm"
        pending={cancel.isPending}
        pendingLabel="Canceling..."
        className="mt-1 justify-self-start"
        onClick={() => cancel.mutate()}
      >
        Cancel this change
      </Button>
    </Callout>
  );
}
