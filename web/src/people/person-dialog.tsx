import type { User } from '@curbwrench/contract/people/schemas';
import { roleLabels, roles, type Role } from '@curbwrench/contract/people/roles';
import { useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { fullNameOf } from '../lib/people.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmailAddress } from '../ui/email-address.tsx';
import { Field, FieldError } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useChangePerson } from './queries.ts';
import { SecondFactorStep } from './second-factor-step.tsx';

interface PersonDialogProps {
  person: User;
  onClose: () => void;
}

/** Edits one person as an admin. A refusal is shown where the change was made. */
export function PersonDialog({ person, onClose }: PersonDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={fullNameOf(person)}
      description={person.email && <EmailAddress address={person.email} />}
    >
      <div className="grid gap-6">
        <RoleForm person={person} />
        {person.role === 'admin' && <MechanicWork person={person} />}
        <SecondFactorStep person={person} />
        <StandingStep person={person} />
      </div>
    </Dialog>
  );
}

function RoleForm({ person }: { person: User }) {
  const [role, setRole] = useState<Role>(person.role);
  const change = useChangePerson(person);
  const isSame = role === person.role;
  return (
    <form
      aria-label="Change role"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isSame || change.isPending) return;
        change.mutate(
          { role },
          {
            onSuccess: () =>
              showToast({
                title: 'Role updated',
                description: `${fullNameOf(person)} is now ${roleLabels[role]}.`,
              }),
          },
        );
      }}
    >
      <Field
        label="Role"
        hint="Takes effect immediately."
        error={change.error ? sentenceOf(change.error) : undefined}
      >
        {(control) => (
          <Select
            {...control}
            value={role}
            onChange={({ target }) => {
              setRole(roles.find((one) => one === target.value) ?? person.role);
              change.reset();
            }}
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {roleLabels[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button
        type="submit"
        disabledReason={isSame ? 'Choose another role first.' : null}
        pending={change.isPending}
        pendingLabel="Changing..."
        className="justify-self-start"
      >
        Change role
      </Button>
    </form>
  );
}

/** For a one-person business: an admin who can be assigned like a mechanic. */
function MechanicWork({ person }: { person: User }) {
  const change = useChangePerson(person);
  return (
    <div className="border-t border-line pt-4">
      <Switch
        checked={person.worksAsMechanic}
        disabled={change.isPending}
        onCheckedChange={(works) => change.mutate({ works })}
        label="Also works as a mechanic"
      />
      <p className="text-sm text-ink-soft">
        They can be assigned to jobs and see the mechanic's screens.
      </p>
      <FieldError>{change.error ? sentenceOf(change.error) : undefined}</FieldError>
    </div>
  );
}

/**
 * Deactivates a person after a confirmation, or reactivates them; a deactivated person cannot log in, and
 * their history stays.
 */
function StandingStep({ person }: { person: User }) {
  const [isAsking, setAsking] = useState(false);
  const change = useChangePerson(person);
  const { active } = person;

  function set(next: boolean) {
    change.mutate({ active: next }, { onSuccess: () => setAsking(false) });
  }

  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p className="text-ink-soft">
        {active
          ? "They are logged out and can't log in again. Their records stay."
          : "This person is deactivated and can't log in."}
      </p>
      <FieldError>{change.error ? sentenceOf(change.error) : undefined}</FieldError>
      <div className="flex flex-wrap gap-2">
        {!active && (
          <Button
            pending={change.isPending}
            pendingLabel="Reactivating..."
            onClick={() => set(true)}
          >
            Reactivate
          </Button>
        )}
        {active && !isAsking && <Button onClick={() => setAsking(true)}>Deactivate</Button>}
        {active && isAsking && (
          <>
            <Button
              variant="danger"
              pending={change.isPending}
              pendingLabel="Deactivating..."
              onClick={() => set(false)}
            >
              Yes, deactivate {person.firstName}
            </Button>
            <Button variant="ghost" onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
