import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { roleLabels, type Role } from '@curbwrench/contract/people/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { sentenceOf } from '../api/api-error.ts';
import { useFormCall } from '../forms/use-form-call.ts';
import { fullNameOf } from '../lib/people.ts';
import { useChangePerson, usePerson } from '../people/queries.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast-store.ts';

/** The roles this dialog offers; the People tab has all four. */
const offeredRoles = ['customer', 'mechanic', 'admin'] as const satisfies Role[];

interface RoleDialogProps {
  mechanic: Mechanic;
  onClose: () => void;
}

/** Makes a person a customer, a mechanic or an admin. */
export function RoleDialog({ mechanic, onClose }: RoleDialogProps) {
  const query = usePerson(mechanic.id);
  const savedRole = query.data?.role;
  const changePerson = useChangePerson(mechanic);
  const client = useQueryClient();
  const name = fullNameOf(mechanic);
  const form = useForm<{ role: Role }>(savedRole && { values: { role: savedRole } });
  const role = useWatch({ control: form.control, name: 'role' });
  const { handleSubmit, isPending } = useFormCall(
    form,
    async (change) => {
      await changePerson.mutateAsync(change);
      void client.invalidateQueries({ queryKey: ['mechanic'] });
      showToast({
        title: 'Role updated',
        description: `${name} is now ${roleLabels[change.role]}.`,
      });
      onClose();
    },
    { title: 'Failed to update role' },
  );
  return (
    <FormDialog
      title="Change User Role"
      description={name}
      label="Change User Role"
      action="Change Role"
      disabledReason={role === savedRole ? 'Choose another role first.' : null}
      pending={isPending}
      pendingLabel="Changing..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-20" />}
        failure="We couldn't load this person."
        causeOf={sentenceOf}
      >
        {() => (
          <Field label="Role" hint="Takes effect immediately.">
            {(control) => (
              <Select {...control} {...form.register('role')}>
                {offeredRoles.map((offeredRole) => (
                  <option key={offeredRole} value={offeredRole}>
                    {roleLabels[offeredRole]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </Loaded>
    </FormDialog>
  );
}
