import { customerInput } from '@curbwrench/contract/customers/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { FormProblem } from '../forms/form-problem.tsx';
import { NameFields } from '../forms/name-fields.tsx';
import { useFormCall } from '../forms/use-form-call.ts';
import { paths } from '../paths.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { KnownCustomers } from './known-customers.tsx';
import { useAddCustomer } from './queries.ts';

/** Adds a customer, then opens their page; says who already has the phone number or email address. */
export function NewCustomerDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const add = useAddCustomer();
  const form = useForm<z.input<typeof customerInput>, unknown, z.output<typeof customerInput>>({
    resolver: (values, context, options) =>
      zodResolver(customerInput)({ ...values, email: values.email || null }, context, options),
    defaultValues: { firstName: '', lastName: '', phone: '', email: '', notes: '' },
  });
  const { errors } = form.formState;
  const [phone, email] = useWatch({ control: form.control, name: ['phone', 'email'] });
  const { handleSubmit, isPending, problem } = useFormCall(form, async (values) => {
    const { id } = await add.mutateAsync(values);
    showToast({ title: 'Customer added' });
    onClose();
    await navigate({ to: paths.customer, params: { id } });
  });
  return (
    <FormDialog
      title="New customer"
      action="Add customer"
      pending={isPending}
      pendingLabel="Adding..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <NameFields
        first={{ field: form.register('firstName'), error: errors.firstName?.message }}
        last={{ field: form.register('lastName'), error: errors.lastName?.message }}
      />
      <Field label="Phone" error={errors.phone?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('phone')}
            type="tel"
            autoComplete="off"
            maxLength={textLimits.phone}
          />
        )}
      </Field>
      <Field label="Email" optional error={errors.email?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('email')}
            type="email"
            autoComplete="off"
            maxLength={textLimits.email}
          />
        )}
      </Field>
      <KnownCustomers phone={phone} email={email ?? ''} />
      <Field
        label="Office notes"
        optional
        hint="Only advisors and admins can see these notes."
        error={errors.notes?.message}
      >
        {(control) => (
          <TextArea {...control} {...form.register('notes')} maxLength={textLimits.officeNotes} />
        )}
      </Field>
    </FormDialog>
  );
}
