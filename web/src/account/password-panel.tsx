import { passwordChange, type Account } from '@curbwrench/contract/accounts/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { request } from '../api/request.ts';
import { trackSessionChange } from '../api/session-change.ts';
import { CurrentPasswordField } from '../forms/current-password-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { NewPasswordField } from '../forms/new-password-field.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { useProviderNames } from '../sign-in/queries.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useRefreshSessionList } from './queries.ts';
import { SecondFactorField } from './second-factor-field.tsx';

/** Renders the form that changes the password, which logs out all other browsers. */
export function PasswordPanel({ account }: { account: Account }) {
  const refreshSessionList = useRefreshSessionList();
  const providers = useProviderNames(account.providers);
  const form = useForm<z.input<typeof passwordChange>, unknown, z.output<typeof passwordChange>>({
    resolver: zodResolver(passwordChange),
    defaultValues: { current: '', password: '', code: '' },
  });
  const { errors } = form.formState;
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (body) => {
    await trackSessionChange(request('changePassword', { body }));
    form.reset();
    showToast({
      title: 'Password changed',
      description: 'Other browsers were logged out.',
    });
    await refreshSessionList();
  });
  if (!account.hasPassword) {
    return (
      <Panel title="Password">
        <p className="text-ink-soft">
          {providers === ''
            ? "You don't have a password yet."
            : `You log in through ${providers}, so this account has no password.`}
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="Password" subtitle="Changing it logs you out of every other browser.">
      <form noValidate aria-label="Change password" onSubmit={handleSubmit} className="grid gap-5">
        <FormProblem>{problem}</FormProblem>
        <input type="email" autoComplete="username" value={account.email} readOnly hidden />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <CurrentPasswordField
            label="Current password"
            field={form.register('current')}
            error={errors.current?.message}
          />
          <NewPasswordField
            label="New password"
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
          pendingLabel="Changing..."
          className="justify-self-start"
        >
          Change password
        </Button>
      </form>
    </Panel>
  );
}
