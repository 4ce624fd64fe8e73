import { reauthentication, type Account } from '@curbwrench/contract/accounts/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { CurrentPasswordField } from '../forms/current-password-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { SecondFactorField } from './second-factor-field.tsx';

export type Credentials = z.output<typeof reauthentication>;

interface ReauthenticationProps {
  /** The account whose password is required. Password managers use its email address to find the password. */
  account: Pick<Account, 'email' | 'hasPassword' | 'twoFactor'>;
  /** Asks only for the password, even if the account has a second factor. */
  passwordOnly?: boolean;
  send: (credentials: Credentials) => Promise<void>;
}

interface ReauthenticationFormProps extends ReauthenticationProps {
  /** Renders the form's buttons. */
  children: (isPending: boolean) => ReactNode;
}

/** Renders the fields of `useReauthentication` as a form inside a page or a dialog. */
export function ReauthenticationForm({ children, ...props }: ReauthenticationFormProps) {
  const { handleSubmit, isPending, fields } = useReauthentication(props);
  return (
    <form noValidate aria-label={formLabel} onSubmit={handleSubmit} className="grid gap-5">
      {fields}
      {children(isPending)}
    </form>
  );
}

interface ReauthenticationDialogProps extends ReauthenticationProps {
  title: string;
  description?: string;
  /** The submit button's label, a verb, and its label while the request is pending. */
  action: string;
  pendingLabel: string;
  variant?: 'primary' | 'danger';
  onClose: () => void;
}

/** Renders the fields of `useReauthentication` in a dialog. */
export function ReauthenticationDialog({
  account,
  passwordOnly = false,
  send,
  ...dialog
}: ReauthenticationDialogProps) {
  const { handleSubmit, isPending, fields } = useReauthentication({
    account,
    passwordOnly,
    send,
  });
  return (
    <FormDialog {...dialog} label={formLabel} pending={isPending} onSubmit={handleSubmit}>
      {fields}
    </FormDialog>
  );
}

const formLabel = 'Your password';

/**
 * Asks for the password, and for a code if the account has a second factor, before an important change. A
 * person without a password sees no password field: the server requires a recent login instead.
 */
function useReauthentication({ account, passwordOnly = false, send }: ReauthenticationProps) {
  const requiresCode = account.twoFactor && !passwordOnly;
  const form = useForm<z.input<typeof reauthentication>, unknown, Credentials>({
    resolver: zodResolver(
      reauthentication
        .refine(({ password }) => password !== '' || !account.hasPassword, {
          path: ['password'],
          message: 'Please enter your password',
        })
        .refine(({ code }) => code !== '' || !requiresCode, {
          path: ['code'],
          message: 'Please enter the code',
        }),
    ),
    defaultValues: { password: '', code: '' },
  });
  const { errors } = form.formState;
  const { handleSubmit, isPending, problem } = useFormRequest(form, send);
  const fields = (
    <>
      <FormProblem>{problem}</FormProblem>
      {account.hasPassword && (
        <>
          <input type="email" autoComplete="username" value={account.email} readOnly hidden />
          <CurrentPasswordField
            label="Your password"
            field={form.register('password')}
            error={errors.password?.message}
          />
        </>
      )}
      {requiresCode && (
        <SecondFactorField field={form.register('code')} error={errors.code?.message} />
      )}
    </>
  );
  return { handleSubmit, isPending, fields };
}
