import { passwordReset } from '@curbwrench/contract/accounts/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { request } from '../api/request.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { NewPasswordField } from '../forms/new-password-field.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { paths } from '../paths.ts';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import { IncompleteLink } from '../sign-in/incomplete-link.tsx';
import { useLinkToken } from '../sign-in/link-token.ts';
import { useRefreshSession } from '../sign-in/queries.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';

const resetSchema = passwordReset.pick({ password: true });

/** Opened from the link in a password-reset email. Sets a new password, which ends all sessions. */
export function ResetPasswordPage() {
  const token = useLinkToken() ?? '';
  const refreshSession = useRefreshSession();
  const [isDone, setIsDone] = useState(false);
  const form = useForm<z.input<typeof resetSchema>, unknown, z.output<typeof resetSchema>>({
    resolver: zodResolver(resetSchema),
    defaultValues: { password: '' },
  });
  const { handleSubmit, isPending, problem, errorCode } = useFormRequest(
    form,
    async ({ password }) => {
      await request('resetPassword', { body: { token, password } });
      setIsDone(true);
      await refreshSession();
    },
  );

  if (token === '') {
    return (
      <IncompleteLink
        action={
          <Link to={paths.forgotPassword} className={buttonClass({ block: true })}>
            Request new link
          </Link>
        }
      >
        You can also request a new one.
      </IncompleteLink>
    );
  }
  if (isDone) {
    return (
      <AuthFrame title="Your password has been changed">
        <Callout tone="done">
          <p>You've been logged out everywhere. Log in with your new password.</p>
        </Callout>
        <Link to={paths.signIn} className={buttonClass({ variant: 'primary', block: true })}>
          Log in
        </Link>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Choose a new password">
      <form
        noValidate
        aria-label="Choose a new password"
        onSubmit={handleSubmit}
        className="grid gap-5"
      >
        <FormProblem>{problem}</FormProblem>
        {errorCode === 'link_expired' && (
          <Link to={paths.forgotPassword} className={buttonClass({ block: true })}>
            Request new link
          </Link>
        )}
        <NewPasswordField
          label="New password"
          field={form.register('password')}
          error={form.formState.errors.password?.message}
        />
        <Button
          type="submit"
          variant="primary"
          block
          pending={isPending}
          pendingLabel="Changing..."
        >
          Change password
        </Button>
      </form>
    </AuthFrame>
  );
}
