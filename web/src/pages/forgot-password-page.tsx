import { emailInput } from '@curbwrench/contract/accounts/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { request } from '../api/request.ts';
import { EmailField } from '../forms/email-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { paths } from '../paths.ts';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import { StoredEmailNote } from '../sign-in/stored-email-note.tsx';
import { Button, buttonClass } from '../ui/button.tsx';

const route = getRouteApi(paths.forgotPassword);

/** Requests an email with a link to choose a new password. */
export function ForgotPasswordPage() {
  const { to } = route.useSearch();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm<z.input<typeof emailInput>, unknown, z.output<typeof emailInput>>({
    resolver: zodResolver(emailInput),
    defaultValues: { email: '' },
  });
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (body) => {
    await request('requestPasswordReset', { body });
    setSentTo(body.email);
  });
  const back = (
    <Link
      to={paths.signIn}
      search={to === undefined ? {} : { to }}
      className={buttonClass({ variant: 'ghost', block: true })}
    >
      Back to login
    </Link>
  );

  if (sentTo !== null) {
    return (
      <AuthFrame
        title="Check your email"
        subtitle={
          <>
            If an account exists for <strong className="wrap-anywhere text-ink">{sentTo}</strong>,
            you'll get an email with a link to choose a new password.
          </>
        }
      >
        <StoredEmailNote />
        {back}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Forgot your password?"
      subtitle="Enter the email address you log in with, and we'll send you a link to choose a new password."
    >
      <form
        noValidate
        aria-label="Forgot your password?"
        onSubmit={handleSubmit}
        className="grid gap-5"
      >
        <FormProblem>{problem}</FormProblem>
        <EmailField
          field={form.register('email')}
          error={form.formState.errors.email?.message}
          autoComplete="username"
        />
        <Button type="submit" variant="primary" block pending={isPending} pendingLabel="Sending...">
          Send link
        </Button>
        {back}
      </form>
    </AuthFrame>
  );
}
