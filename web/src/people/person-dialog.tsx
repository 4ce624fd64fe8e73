import type { User } from '@curbwrench/contract/people/schemas';
import { roleLabels, roles, type Role } from '@curbwrench/contract/people/roles';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { getErrorMessage } from '../api/api-error.ts';
import { useFormRequest } from '../forms/use-form-request.ts';
import { getFullName } from '../lib/people.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmailAddress } from '../ui/email-address.tsx';
import { Field, FieldError } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useChangePerson } from './queries.ts';
import { SecondFactorSection } from './second-factor-section.tsx';

interface PersonDialogProps {
  person: User;
  onClose: () => void;
}

/** Lets an admin edit one person. A refusal is shown where the change was made. */
export function PersonDialog({ person, onClose }: PersonDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={getFullName(person)}
      description={person.email && <EmailAddress address={person.email} />}
    >
      <div className="grid gap-6">
        <RoleForm person={person} />
        {person.role === 'admin' && <WorksAsMechanicSwitch person={person} />}
        <SecondFactorSection person={person} />
        <ActivationSection person={person} />
      </div>
    </Dialog>
  );
}

function RoleForm({ person }: { person: User }) {
  const changePerson = useChangePerson(person);
  const form = useForm<{ role: Role }>({ defaultValues: { role: person.role } });
  const role = useWatch({ control: form.control, name: 'role' });
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (change) => {
    await changePerson.mutateAsync(change);
    showToast({
      title: 'Role updated',
      description: `${getFullName(person)}'s role is now ${roleLabels[change.role]}.`,
    });
  });
  return (
    <form noValidate aria-label="Change role" className="grid gap-3" onSubmit={handleSubmit}>
      <Field
        label="Role"
        hint="Takes effect immediately."
        error={form.formState.errors.role?.message ?? problem}
      >
        {(control) => (
          <Select {...control} {...form.register('role', { onChange: () => form.clearErrors() })}>
            {roles.map((roleOption) => (
              <option key={roleOption} value={roleOption}>
                {roleLabels[roleOption]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button
        type="submit"
        disabledReason={role === person.role ? 'Choose a different role first.' : null}
        pending={isPending}
        pendingLabel="Changing..."
        className="justify-self-start"
      >
        Change role
      </Button>
    </form>
  );
}

/**
 * Lets an admin also work as a mechanic, for a one-person business. It is a switch that saves immediately, not a
 * form.
 */
function WorksAsMechanicSwitch({ person }: { person: User }) {
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
        They can be assigned to jobs and see the mechanic view.
      </p>
      <FieldError>{change.error ? getErrorMessage(change.error) : undefined}</FieldError>
    </div>
  );
}

/**
 * Deactivates a person after a confirmation, or reactivates them. A deactivated person cannot log in; their
 * history is kept. The confirmation replaces the button, because a second dialog would cover this one.
 */
function ActivationSection({ person }: { person: User }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const change = useChangePerson(person);
  const { active } = person;

  function setActive(isActive: boolean) {
    change.mutate({ active: isActive }, { onSuccess: () => setIsConfirming(false) });
  }

  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p className="text-ink-soft">
        {active
          ? 'Deactivating logs them out and stops them from logging in. Their records are kept.'
          : "This person is deactivated and can't log in."}
      </p>
      <FieldError>{change.error ? getErrorMessage(change.error) : undefined}</FieldError>
      <div className="flex flex-wrap gap-2">
        {!active && (
          <Button
            pending={change.isPending}
            pendingLabel="Reactivating..."
            onClick={() => setActive(true)}
          >
            Reactivate
          </Button>
        )}
        {active && !isConfirming && (
          <Button onClick={() => setIsConfirming(true)}>Deactivate</Button>
        )}
        {active && isConfirming && (
          <>
            <Button
              variant="danger"
              pending={change.isPending}
              pendingLabel="Deactivating..."
              onClick={() => setActive(false)}
            >
              Yes, deactivate {person.firstName}
            </Button>
            <Button variant="ghost" onClick={() => setIsConfirming(false)}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
