import { reauthentication, type Account } from '@curbwrench/contract/accounts/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { CodeField } from '../forms/code-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormCall } from '../forms/use-form-call.ts';
import { Field } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';

export type Credentials = z.output<typeof reauthentication>;

interface ReauthenticationFormProps {
  /** Who is asked for the password; a password manager stores the password under the e-mail address. */
  account: Pick<Account, 'email' | 'hasPassword' | 'twoFactor'>;
  /** Asks only for the password, even if the account has a second factor. */
  isPasswordEnough?: boolean;
  send: (credentials: Credentials) => Promise<void>;
  /** Renders the form's buttons. */
  children: (isPending: boolean) => ReactNode;
}

/**
 * Asks for the password, and for a code of the second factor, before an important change. A person without
 * a password sees no fields: the server requires a recent login instead.
 */
export function ReauthenticationForm({
  account,
  isPasswordEnough = false,
  send,
  children,
}: ReauthenticationFormProps) {
  const asksForCode = account.twoFactor && !isPasswordEnough;
  const form = useForm<z.input<typeof reauthentication>, unknown, Credentials>({
    resolver: zodResolver(
      reauthentication
        .refine(({ password }) => password !== '' || !account.hasPassword, {
          path: ['password'],
          message: 'Please enter your password',
        })
        .refine(({ code }) => code !== '' || !asksForCode, {
          path: ['code'],
          message: 'Please enter the code',
        }),
    ),
    defaultValues: { password: '', code: '' },
  });
  const { errors } = form.formState;
  const { handleSubmit, isPending, problem } = useFormCall(form, send);
  return (
    <form noValidate aria-label="Your password" onSubmit={handleSubmit} className="grid gap-5">
      <FormProblem>{problem}</FormProblem>
      {account.hasPassword && (
        <>
          <input type="email" autoComplete="username" value={account.email} readOnly hidden />
          <Field label="Your password" error={errors.password?.message}>
            {(control) => (
              <PasswordInput
                {...control}
                {...form.register('password')}
                autoComplete="current-password"
              />
            )}
          </Field>
        </>
      )}
      {asksForCode && (
        <CodeField
          label="Code from your app, or a backup code"
          isBackup
          error={errors.code?.message}
          {...form.register('code')}
        />
      )}
      {children(isPending)}
    </form>
  );
}
