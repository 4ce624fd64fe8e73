import { setUpInput } from '@curbwrench/contract/people/invitation-schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { request } from '../api/request.ts';
import { useBusiness } from '../business/queries.ts';
import { EmailField } from '../forms/email-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { NameFields } from '../forms/name-fields.tsx';
import { NewPasswordField } from '../forms/new-password-field.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { useSessionUser } from '../session/queries.ts';
import { AuthFrame } from '../sign-in/auth-frame.tsx';
import { GoToDestination } from '../sign-in/destination.tsx';
import { useLinkToken } from '../sign-in/link-token.ts';
import { useRefreshSession } from '../sign-in/queries.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

/** Creates a new business's first admin account, with the token that the server printed. */
export function SetUpPage() {
  const token = useLinkToken();
  return <SetUpForm key={token} token={token} />;
}

function SetUpForm({ token }: { token: string | undefined }) {
  const { name } = useBusiness();
  const user = useSessionUser();
  const refreshSession = useRefreshSession();
  const form = useForm<z.input<typeof setUpInput>, unknown, z.output<typeof setUpInput>>({
    resolver: zodResolver(setUpInput),
    defaultValues: { token: token ?? '', firstName: '', lastName: '', email: '', password: '' },
  });
  const { errors } = form.formState;
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (body) => {
    await request('setUp', { body });
    await refreshSession();
  });

  if (user) return <GoToDestination to={undefined} />;
  return (
    <AuthFrame
      title={`Set up ${name}`}
      subtitle="You'll be the first admin and can invite the rest of your team."
    >
      <form noValidate aria-label="Set up" onSubmit={handleSubmit} className="grid gap-5">
        <FormProblem>
          {problem ?? (token === undefined ? undefined : errors.token?.message)}
        </FormProblem>
        {token === undefined && (
          <Field
            label="Setup code"
            hint="Find it at the end of the setup link in the server log."
            error={errors.token?.message}
          >
            {(control) => (
              <TextInput
                {...control}
                {...form.register('token')}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        )}
        <NameFields
          first={{ field: form.register('firstName'), error: errors.firstName?.message }}
          last={{ field: form.register('lastName'), error: errors.lastName?.message }}
        />
        <EmailField
          field={form.register('email')}
          error={errors.email?.message}
          autoComplete="username"
        />
        <NewPasswordField field={form.register('password')} error={errors.password?.message} />
        <Button
          type="submit"
          variant="primary"
          block
          pending={isPending}
          pendingLabel="Setting up..."
        >
          Set up
        </Button>
      </form>
    </AuthFrame>
  );
}
