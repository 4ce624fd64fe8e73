import { signUpInput } from '@curbwrench/contract/accounts/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { getErrorMessage } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { EmailField } from '../forms/email-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { NameFields } from '../forms/name-fields.tsx';
import { NewPasswordField } from '../forms/new-password-field.tsx';
import { PhoneField } from '../forms/phone-field.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { paths } from '../paths.ts';
import { useSessionUser } from '../session/queries.ts';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import { GoToDestination } from '../sign-in/destination.tsx';
import { useSignInOptions } from '../sign-in/queries.ts';
import { ResendButton } from '../sign-in/resend-button.tsx';
import { StoredEmailNote } from '../sign-in/stored-email-note.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { FieldSkeleton, Skeleton } from '../ui/skeleton.tsx';

const route = getRouteApi(paths.signUp);

/** Registers a new customer. */
export function SignUpPage() {
  const { to } = route.useSearch();
  const user = useSessionUser();
  const options = useSignInOptions();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const signInSearch = to === undefined ? {} : { to };

  if (user) return <GoToDestination to={to} />;
  if (sentTo !== null) {
    return (
      <AuthFrame
        title="Check your email"
        subtitle={
          <>
            We sent an email to <strong className="wrap-anywhere text-ink">{sentTo}</strong>. Open
            the link in it to confirm your address.
          </>
        }
      >
        <StoredEmailNote />
        <div className="flex flex-wrap items-start gap-3">
          <Link
            to={paths.signIn}
            search={signInSearch}
            className={buttonClass({ variant: 'primary' })}
          >
            I've confirmed it. Log in
          </Link>
          <ResendButton email={sentTo} />
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Create an account"
      subtitle={
        <>
          To book a mechanic and follow your appointments. Already have an account?{' '}
          <Link
            to={paths.signIn}
            search={signInSearch}
            className="link reach font-semibold text-ink"
          >
            Log in
          </Link>
        </>
      }
    >
      <Loaded
        query={options}
        skeleton={<SignUpSkeleton />}
        failure="We couldn't load this page."
        getCause={getErrorMessage}
      >
        {({ passwords }) =>
          passwords ? (
            <SignUpForm onSent={setSentTo} />
          ) : (
            <Callout tone="info">
              <p>You can't create an account here. Use one of the login options instead.</p>
            </Callout>
          )
        }
      </Loaded>
    </AuthFrame>
  );
}

function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm<z.input<typeof signUpInput>, unknown, z.output<typeof signUpInput>>({
    resolver: zodResolver(signUpInput),
    defaultValues: { firstName: '', lastName: '', email: '', phone: '', password: '' },
  });
  const { errors } = form.formState;
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (body) => {
    await request('signUp', { body });
    onSent(body.email);
  });
  return (
    <form noValidate aria-label="Create an account" onSubmit={handleSubmit} className="grid gap-5">
      <FormProblem>{problem}</FormProblem>
      <NameFields
        first={{ field: form.register('firstName'), error: errors.firstName?.message }}
        last={{ field: form.register('lastName'), error: errors.lastName?.message }}
      />
      <EmailField
        field={form.register('email')}
        error={errors.email?.message}
        autoComplete="email"
      />
      <PhoneField
        hint="So your mechanic can call you."
        field={form.register('phone')}
        error={errors.phone?.message}
        optional
        autoComplete="tel"
      />
      <NewPasswordField field={form.register('password')} error={errors.password?.message} />
      <Button type="submit" variant="primary" block pending={isPending} pendingLabel="Creating...">
        Create account
      </Button>
    </form>
  );
}

/** Renders placeholders for the form's fields, two of which have a hint, and for its button. */
function SignUpSkeleton() {
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <FieldSkeleton />
        <FieldSkeleton />
      </div>
      <FieldSkeleton />
      <FieldSkeleton className="h-18" />
      <FieldSkeleton className="h-18" />
      <Skeleton className="h-11" />
    </div>
  );
}
