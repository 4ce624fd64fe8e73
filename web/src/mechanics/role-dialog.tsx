import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { roleLabels, type Role } from '@curbwrench/contract/people/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { getErrorMessageWithStatus, getErrorMessage } from '../api/api-error.ts';
import { getFullName } from '../lib/people.ts';
import { usePerson } from '../people/person-queries.ts';
import { useChangePerson } from '../people/queries.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showFailureToast, showToast } from '../ui/toast-store.ts';

/** The roles this dialog offers; the People tab offers all four. */
const offeredRoles = ['customer', 'mechanic', 'admin'] as const satisfies Role[];

interface RoleDialogProps {
  mechanic: Mechanic;
  onClose: () => void;
}

/** Changes a person's role to customer, mechanic or admin. */
export function RoleDialog({ mechanic, onClose }: RoleDialogProps) {
  const person = usePerson(mechanic.id);
  const currentRole = person.data?.role;
  const [selected, setSelected] = useState<Role>();
  const role = selected ?? currentRole;
  const change = useChangePerson(mechanic);
  const client = useQueryClient();
  const name = getFullName(mechanic);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (role === undefined || role === currentRole || change.isPending) return;
    change.mutate(
      { role },
      {
        onSuccess: () => {
          void client.invalidateQueries({ queryKey: ['mechanic'] });
          showToast({
            title: 'Role updated',
            description: `${name}'s role is now ${roleLabels[role]}.`,
          });
          onClose();
        },
        onError: (error) =>
          showFailureToast('Failed to update role', getErrorMessageWithStatus(error)),
      },
    );
  }

  return (
    <FormDialog
      title="Change User Role"
      description={name}
      label="Change User Role"
      action="Change Role"
      disabledReason={role === currentRole ? 'Choose a different role first.' : null}
      pending={change.isPending}
      pendingLabel="Changing..."
      onSubmit={submit}
      onClose={onClose}
    >
      <Loaded
        query={person}
        skeleton={<Skeleton className="h-20" />}
        failure="We couldn't load this person."
        getCause={getErrorMessage}
      >
        {() => (
          <Field label="Role" hint="Takes effect immediately.">
            {(control) => (
              <Select
                {...control}
                value={role}
                onChange={({ target }) =>
                  setSelected(offeredRoles.find((offered) => offered === target.value))
                }
              >
                {offeredRoles.map((offered) => (
                  <option key={offered} value={offered}>
                    {roleLabels[offered]}
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
