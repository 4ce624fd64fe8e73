import { setUpInput } from '@curbwrench/contract/people/invitation-schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { request } from '../api/request.ts';
import { trackSessionChange } from '../api/session-change.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { NameFields } from '../forms/name-fields.tsx';
import { NewPasswordField } from '../forms/new-password-field.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { Button } from '../ui/button.tsx';

const newMemberSchema = setUpInput.pick({ firstName: true, lastName: true, password: true });

interface NewMemberFormProps {
  token: string;
  /** The invited address, under which a password manager stores the password. */
  email: string;
  onAccepted: () => Promise<void>;
}

/** Creates the account of an invited person who has none yet. */
export function NewMemberForm({ token, email, onAccepted }: NewMemberFormProps) {
  const form = useForm<z.input<typeof newMemberSchema>, unknown, z.output<typeof newMemberSchema>>({
    resolver: zodResolver(newMemberSchema),
    defaultValues: { firstName: '', lastName: '', password: '' },
  });
  const { errors } = form.formState;
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (account) => {
    await trackSessionChange(request('acceptInvitation', { body: { token, account } }));
    await onAccepted();
  });
  return (
    <form
      noValidate
      aria-label="Accept the invitation"
      onSubmit={handleSubmit}
      className="grid gap-5"
    >
      <FormProblem>{problem}</FormProblem>
      <NameFields
        first={{ field: form.register('firstName'), error: errors.firstName?.message }}
        last={{ field: form.register('lastName'), error: errors.lastName?.message }}
      />
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField field={form.register('password')} error={errors.password?.message} />
      <Button type="submit" variant="primary" block pending={isPending} pendingLabel="Joining...">
        Join
      </Button>
    </form>
  );
}
