import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { roleLabels, type Role } from '@curbwrench/contract/people/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf, sentenceOf } from '../api/api-error.ts';
import { fullNameOf } from '../lib/people.ts';
import { usePerson } from '../people/person-queries.ts';
import { useChangePerson } from '../people/queries.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogFooter } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast-store.ts';

/** The roles this dialog offers; the People tab has all four. */
const offered = ['customer', 'mechanic', 'admin'] as const satisfies Role[];

interface RoleDialogProps {
  mechanic: Mechanic;
  onClose: () => void;
}

/** Makes a person a customer, a mechanic or an admin. */
export function RoleDialog({ mechanic, onClose }: RoleDialogProps) {
  const query = usePerson(mechanic.id);
  return (
    <Dialog open onOpenChange={onClose} title="Change User Role" description={fullNameOf(mechanic)}>
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-20" />}
        failure="We couldn't load this person."
        causeOf={sentenceOf}
      >
        {({ role }) => <RoleForm mechanic={mechanic} current={role} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

function RoleForm({ mechanic, current, onClose }: RoleDialogProps & { current: Role }) {
  const [role, setRole] = useState(current);
  const change = useChangePerson(mechanic);
  const client = useQueryClient();
  const name = fullNameOf(mechanic);

  function submit() {
    change.mutate(
      { role },
      {
        onSuccess: () => {
          void client.invalidateQueries({ queryKey: ['mechanic'] });
          showToast({ title: 'Role updated', description: `${name} is now ${roleLabels[role]}.` });
          onClose();
        },
        onError: (error) =>
          showToast({
            title: 'Failed to update role',
            description: messageOf(error),
            destructive: true,
          }),
      },
    );
  }

  return (
    <form
      aria-label="Change User Role"
      onSubmit={(event) => {
        event.preventDefault();
        if (role !== current && !change.isPending) submit();
      }}
    >
      <Field label="Role" hint="Takes effect immediately.">
        {(control) => (
          <Select
            {...control}
            value={role}
            onChange={({ target }) =>
              setRole(offered.find((one) => one === target.value) ?? current)
            }
          >
            {offered.map((one) => (
              <option key={one} value={one}>
                {roleLabels[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DialogFooter className="-mx-5 mt-5 -mb-5 sm:-mx-6 sm:-mb-6">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          disabledReason={role === current ? 'Choose another role first.' : null}
          pending={change.isPending}
          pendingLabel="Changing..."
        >
          Change Role
        </Button>
      </DialogFooter>
    </form>
  );
}
