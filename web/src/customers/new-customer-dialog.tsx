import { customerInput } from '@curbwrench/contract/customers/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { EmailField } from '../forms/email-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { NameFields } from '../forms/name-fields.tsx';
import { PhoneField } from '../forms/phone-field.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { paths } from '../paths.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { MatchingCustomers } from './matching-customers.tsx';
import { OfficeNotesField } from './office-notes-field.tsx';
import { useAddCustomer } from './queries.ts';

/** Adds a customer, then opens their page; shows which customers already have the phone number or email address. */
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
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (values) => {
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
      <PhoneField field={form.register('phone')} error={errors.phone?.message} autoComplete="off" />
      <EmailField
        field={form.register('email')}
        error={errors.email?.message}
        optional
        autoComplete="off"
      />
      <MatchingCustomers phone={phone} email={email ?? ''} />
      <OfficeNotesField field={form.register('notes')} error={errors.notes?.message} />
    </FormDialog>
  );
}
