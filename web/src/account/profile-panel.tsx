import { accountChange, type Account } from '@curbwrench/contract/accounts/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { FormProblem } from '../forms/form-problem.tsx';
import { NameFields } from '../forms/name-fields.tsx';
import { PhoneField } from '../forms/phone-field.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { showToast } from '../ui/toast-store.ts';
import { PictureField } from './picture-field.tsx';
import { useChangeAccount } from './queries.ts';

/** Renders the form for the name, phone number and picture that other people in the application see. */
export function ProfilePanel({ account }: { account: Account }) {
  const change = useChangeAccount();
  const form = useForm<z.input<typeof accountChange>, unknown, z.output<typeof accountChange>>({
    resolver: zodResolver(accountChange),
    defaultValues: {
      firstName: account.firstName,
      lastName: account.lastName,
      phone: account.phone ?? '',
    },
  });
  const { errors } = form.formState;
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (body) => {
    const changed = await change.mutateAsync(body);
    form.reset({ ...changed, phone: changed.phone ?? '' });
    showToast({ title: 'Account updated', description: 'Your name and phone number were saved.' });
  });
  return (
    <Panel title="Your details">
      <PictureField account={account} />
      <form
        noValidate
        aria-label="Name and phone"
        onSubmit={handleSubmit}
        className="mt-6 grid gap-5"
      >
        <FormProblem>{problem}</FormProblem>
        <NameFields
          first={{ field: form.register('firstName'), error: errors.firstName?.message }}
          last={{ field: form.register('lastName'), error: errors.lastName?.message }}
        />
        <PhoneField
          field={form.register('phone')}
          error={errors.phone?.message}
          optional
          autoComplete="tel"
          className="sm:max-w-72"
        />
        <Button
          type="submit"
          pending={isPending}
          pendingLabel="Saving..."
          className="justify-self-start"
        >
          Save
        </Button>
      </form>
    </Panel>
  );
}
