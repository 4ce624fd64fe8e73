import { maxPhones } from '@curbwrench/contract/customers/phone-number';
import { customerChange, type CustomerRecord } from '@curbwrench/contract/customers/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { Plus, Trash2 } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { EmailField } from '../forms/email-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { NameFields } from '../forms/name-fields.tsx';
import { PhoneField } from '../forms/phone-field.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { MatchingCustomers } from './matching-customers.tsx';
import { OfficeNotesField } from './office-notes-field.tsx';
import { useChangeCustomer } from './queries.ts';

interface EditCustomerDialogProps {
  customer: CustomerRecord;
  onClose: () => void;
}

/** Edits a customer's record, starting from the version that was shown when the dialog was opened. */
export function EditCustomerDialog({ customer, onClose }: EditCustomerDialogProps) {
  const change = useChangeCustomer(customer.id);
  const form = useForm<z.input<typeof customerChange>, unknown, z.output<typeof customerChange>>({
    resolver: (values, context, options) =>
      zodResolver(customerChange)(
        { ...values, email: values.email || null, phones: values.phones?.filter(Boolean) },
        context,
        options,
      ),
    defaultValues: {
      version: customer.version,
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email ?? '',
      phones: [customer.phone ?? '', ...customer.otherPhones],
      notes: customer.notes ?? '',
    },
  });
  const { errors } = form.formState;
  const [phones = [], email] = useWatch({ control: form.control, name: ['phones', 'email'] });
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (values) => {
    await change.mutateAsync(values);
    showToast({ title: 'Customer saved' });
    onClose();
  });
  return (
    <FormDialog
      title="Edit customer"
      action="Save"
      pending={isPending}
      pendingLabel="Saving..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <NameFields
        first={{ field: form.register('firstName'), error: errors.firstName?.message }}
        last={{ field: form.register('lastName'), error: errors.lastName?.message }}
      />
      <EmailField
        field={form.register('email')}
        error={errors.email?.message}
        optional
        hint={
          customer.hasAccount
            ? 'The customer logs in with this address, so only they can change it.'
            : undefined
        }
        readOnly={customer.hasAccount}
        autoComplete="off"
      />
      {phones.map((_, index) => (
        // Only the position distinguishes two new numbers.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex items-start gap-2">
          <PhoneField
            label={index === 0 ? 'Phone' : `Phone ${index + 1}`}
            field={form.register(`phones.${index}`)}
            error={errors.phones?.[index]?.message}
            optional
            autoComplete="off"
            className="flex-1"
          />
          {index > 0 && (
            <IconButton
              label={`Remove phone ${index + 1}`}
              icon={<Trash2 className="size-5" aria-hidden />}
              className="mt-7"
              onClick={() =>
                form.setValue(
                  'phones',
                  phones.filter((__, other) => other !== index),
                )
              }
            />
          )}
        </div>
      ))}
      {phones.length < maxPhones && (
        <Button
          size="sm"
          className="justify-self-start"
          icon={<Plus className="size-4" aria-hidden />}
          onClick={() => form.setValue('phones', [...phones, ''])}
        >
          Add phone
        </Button>
      )}
      {(phones.length > 0 ? phones : ['']).map((phone, index) => (
        <MatchingCustomers
          // Only the position distinguishes two new numbers.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          phone={phone}
          email={index === 0 ? (email ?? '') : ''}
          exceptId={customer.id}
        />
      ))}
      <OfficeNotesField field={form.register('notes')} error={errors.notes?.message} />
    </FormDialog>
  );
}
