import { signInInput, type SignInOptions } from '@curbwrench/contract/accounts/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { request } from '../api/request.ts';
import { CurrentPasswordField } from '../forms/current-password-field.tsx';
import { EmailField } from '../forms/email-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { signInUrl, paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { ResendButton } from './resend-button.tsx';

interface SignInStepProps {
  options: SignInOptions;
  to: string | undefined;
  /** Called when the password was correct and a code is still required. */
  onCodeRequired: () => void;
  onDone: () => Promise<void>;
}

/** Renders the ways to sign in to this business. */
export function SignInStep({ options, to, onCodeRequired, onDone }: SignInStepProps) {
  const { passwords, providers, setUpNeeded } = options;
  return (
    <>
      {setUpNeeded && (
        <Callout tone="info" title="This business isn't set up yet.">
          <p>Open the setup link that the server prints when it starts.</p>
        </Callout>
      )}
      {passwords && <PasswordForm to={to} onCodeRequired={onCodeRequired} onDone={onDone} />}
      {passwords && providers.length > 0 && (
        <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
      )}
      {providers.length > 0 && (
        <ul className="grid gap-3">
          {providers.map(({ id, name }) => (
            <li key={id}>
              <a href={signInUrl(to, id)} className={buttonClass({ block: true })}>
                Continue with {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {passwords && (
        <p className="border-t border-line pt-5">
          New here?{' '}
          <Link
            to={paths.signUp}
            search={to === undefined ? {} : { to }}
            className="link inline-flex min-h-touch items-center font-semibold"
          >
            Create an account
          </Link>
        </p>
      )}
    </>
  );
}

function PasswordForm({ to, onCodeRequired, onDone }: Omit<SignInStepProps, 'options'>) {
  const form = useForm<z.input<typeof signInInput>, unknown, z.output<typeof signInInput>>({
    resolver: zodResolver(signInInput),
    defaultValues: { email: '', password: '' },
  });
  const { errors } = form.formState;
  const { handleSubmit, isPending, problem, errorCode } = useFormRequest(form, async (values) => {
    const { twoFactor } = await request('signIn', { body: values });
    if (twoFactor) onCodeRequired();
    else await onDone();
  });

  return (
    <form noValidate aria-label="Log in" onSubmit={handleSubmit} className="grid gap-5">
      <FormProblem>{problem}</FormProblem>
      {errorCode === 'email_not_verified' && <ResendButton email={form.getValues('email')} />}
      <EmailField
        field={form.register('email')}
        error={errors.email?.message}
        autoComplete="username"
      />
      <div className="grid gap-1">
        <CurrentPasswordField
          label="Password"
          field={form.register('password')}
          error={errors.password?.message}
        />
        <Link
          to={paths.forgotPassword}
          search={to === undefined ? {} : { to }}
          className="link inline-flex min-h-touch items-center justify-self-start text-sm"
        >
          Forgot your password?
        </Link>
      </div>
      <Button
        type="submit"
        variant="primary"
        block
        pending={isPending}
        pendingLabel="Logging in..."
      >
        Log in
      </Button>
    </form>
  );
}
