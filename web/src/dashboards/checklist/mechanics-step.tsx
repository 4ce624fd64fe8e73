import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessage } from '../../api/api-error.ts';
import { InviteDialog } from '../../people/invite-dialog.tsx';
import { useChangePerson } from '../../people/queries.ts';
import { useSignedInUser } from '../../session/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { StepDialogProps } from './setup-checklist.tsx';

/** Asks who does the jobs: invited mechanics, or the owner alone. */
export function MechanicsStep({ onDone, onClose }: StepDialogProps) {
  const [isInviting, setInviting] = useState(false);
  const [invitedEmails, setInvitedEmails] = useState<readonly string[]>([]);
  const user = useSignedInUser();
  const change = useChangePerson(user);

  function workAlone() {
    change.mutate(
      { works: true },
      {
        onSuccess: () => {
          showToast({
            title: "You're now set up as a mechanic",
            description:
              'Your hours match the business hours. You can change them under Team schedule.',
          });
          onDone();
        },
      },
    );
  }

  if (isInviting) {
    return (
      <InviteDialog
        onInvited={(email) => setInvitedEmails([...invitedEmails, email])}
        onClose={() => setInviting(false)}
      />
    );
  }
  if (invitedEmails.length > 0) {
    return (
      <Dialog
        open
        onOpenChange={onDone}
        title="Mechanics"
        description="Each mechanic will get an email with a link to create an account."
        footer={
          <>
            <Button onClick={() => setInviting(true)}>Invite another</Button>
            <Button variant="primary" onClick={onDone}>
              Done
            </Button>
          </>
        }
      >
        <RowList label="Invited">
          {invitedEmails.map((email) => (
            <p key={email} className="flex items-center gap-3 px-4 py-3 wrap-anywhere">
              <MailCheck className="size-5 shrink-0 text-done" aria-hidden />
              {email}
            </p>
          ))}
        </RowList>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Mechanics"
      footer={
        <>
          <Button onClick={() => setInviting(true)}>Invite a mechanic</Button>
          <Button
            variant="primary"
            pending={change.isPending}
            pendingLabel="Saving..."
            onClick={workAlone}
          >
            I work alone
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-pretty">
        <p>
          Do you do the jobs yourself? If so, you also get the mechanic view on your phone, and
          customers can book your time.
        </p>
        <p className="text-ink-soft">
          Mechanics you invite get an email with a link to create their account. You can invite more
          people in Settings, under People.
        </p>
        <FieldError>{change.error ? getErrorMessage(change.error) : undefined}</FieldError>
      </div>
    </Dialog>
  );
}
