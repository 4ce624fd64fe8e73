import { twoFactorRemoval } from '@curbwrench/contract/accounts/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../api/call.ts';
import { trackSessionChange } from '../api/session-change.ts';
import { CodeField } from '../forms/code-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormCall } from '../forms/use-form-call.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useApplyAccount } from './queries.ts';

interface StopTwoFactorDialogProps {
  email: string;
  onClose: () => void;
}

/** Asks for the password and a code, then turns off the second factor. */
export function StopTwoFactorDialog({ email, onClose }: StopTwoFactorDialogProps) {
  const applyAccount = useApplyAccount();
  const form = useForm<
    z.input<typeof twoFactorRemoval>,
    unknown,
    z.output<typeof twoFactorRemoval>
  >({
    resolver: zodResolver(twoFactorRemoval),
    defaultValues: { password: '', code: '' },
  });
  const { handleSubmit, isPending, problem } = useFormCall(form, async (body) => {
    await applyAccount(await trackSessionChange(call('stopTwoFactor', { body })));
    showToast({ title: 'Two-factor sign-in is off' });
    onClose();
  });
  const { errors } = form.formState;
  return (
    <FormDialog
      title="Turn off two-factor sign-in?"
      description="You will log in with your password only."
      label="Turn off two-factor sign-in"
      action="Turn off"
      pending={isPending}
      pendingLabel="Turning off..."
      variant="danger"
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="Your password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password')}
            autoComplete="current-password"
          />
        )}
      </Field>
      <CodeField
        label="Code from your authenticator app, or a backup code"
        acceptsBackupCodes
        error={errors.code?.message}
        {...form.register('code')}
      />
    </FormDialog>
  );
}
