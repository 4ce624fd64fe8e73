import { passwordOnly } from '@curbwrench/contract/accounts';
import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { FormProblem } from '../../features/account/form-problem.tsx';
import { useFormCall } from '../../features/account/use-form-call.ts';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';

interface PasswordFormProps {
  /** What a password manager keeps the password under. */
  email: string;
  send: (body: z.output<typeof passwordOnly>) => Promise<void>;
  /** Its button. */
  children: (isPending: boolean) => ReactNode;
}

/** Asks for the password once more before something that matters. */
export function PasswordForm({ email, send, children }: PasswordFormProps) {
  const form = useForm<z.input<typeof passwordOnly>, unknown, z.output<typeof passwordOnly>>({
    resolver: zodResolver(passwordOnly),
    defaultValues: { password: '' },
  });
  const { handleSubmit, isPending, problem } = useFormCall(form, send);
  return (
    <form noValidate aria-label="Your password" onSubmit={handleSubmit} className="grid gap-5">
      <FormProblem>{problem}</FormProblem>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="Your password" error={form.formState.errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register('password')}
            autoComplete="current-password"
          />
        )}
      </Field>
      {children(isPending)}
    </form>
  );
}
