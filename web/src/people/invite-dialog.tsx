import { invitationInput } from '@curbwrench/contract/people/invitation-schemas';
import { roleLabels, staffRoles } from '@curbwrench/contract/people/roles';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { request } from '../api/request.ts';
import { EmailField } from '../forms/email-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { useSignInOptions } from '../sign-in/queries.ts';
import { StoredEmailNote } from '../sign-in/stored-email-note.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Select } from '../ui/select.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useRefreshInvitations } from './queries.ts';

interface InviteDialogProps {
  /** Called with the address once a person is invited, before the dialog closes. */
  onInvited?: (email: string) => void;
  onClose: () => void;
}

/** Invites a person by email to join in a role. */
export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const refreshInvitations = useRefreshInvitations();
  const { data: options } = useSignInOptions();
  const form = useForm<z.input<typeof invitationInput>, unknown, z.output<typeof invitationInput>>({
    resolver: zodResolver(invitationInput),
    defaultValues: { email: '', role: 'mechanic' },
  });
  const { errors } = form.formState;
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (body) => {
    const { email } = await request('invite', { body });
    await refreshInvitations();
    showToast(
      options?.storesEmail
        ? { title: 'Invitation saved', description: 'Copy its link from the Account emails page.' }
        : { title: 'Invitation sent', description: `To ${email}.` },
    );
    onInvited?.(email);
    onClose();
  });
  return (
    <FormDialog
      title="Invite someone"
      description="They'll get an email with a link to create an account with this role."
      label="Invite someone"
      action="Send invitation"
      pending={isPending}
      pendingLabel="Sending..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <EmailField field={form.register('email')} error={errors.email?.message} autoComplete="off" />
      <Field label="Role" error={errors.role?.message}>
        {(control) => (
          <Select {...control} {...form.register('role')}>
            {staffRoles.map((role) => (
              <option key={role} value={role}>
                {roleLabels[role]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <StoredEmailNote />
    </FormDialog>
  );
}
