import { maxPhones } from '@curbwrench/contract/customers/phone-number';
import { customerChange, type CustomerRecord } from '@curbwrench/contract/customers/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { Plus, Trash2 } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { FormProblem } from '../forms/form-problem.tsx';
import { NameFields } from '../forms/name-fields.tsx';
import { useFormCall } from '../forms/use-form-call.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { KnownCustomers } from './known-customers.tsx';
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
  const { handleSubmit, isPending, problem } = useFormCall(form, async (values) => {
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
      <Field
        label="Email"
        optional
        hint={
          customer.hasAccount
            ? 'The customer logs in with this address, so only they can change it.'
            : undefined
        }
        error={errors.email?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.register('email')}
            type="email"
            autoComplete="off"
            readOnly={customer.hasAccount}
            maxLength={textLimits.email}
          />
        )}
      </Field>
      {phones.map((_, index) => (
        // Only the position distinguishes two new numbers.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex items-start gap-2">
          <Field
            label={index === 0 ? 'Phone' : `Phone ${index + 1}`}
            optional
            error={errors.phones?.[index]?.message}
            className="flex-1"
          >
            {(control) => (
              <TextInput
                {...control}
                {...form.register(`phones.${index}`)}
                type="tel"
                autoComplete="off"
                maxLength={textLimits.phone}
              />
            )}
          </Field>
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
        <KnownCustomers
          // Only the position distinguishes two new numbers.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          phone={phone}
          email={index === 0 ? (email ?? '') : ''}
          exceptId={customer.id}
        />
      ))}
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
