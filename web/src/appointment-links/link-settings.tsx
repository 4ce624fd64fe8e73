import type { LinkedAppointment } from '@curbwrench/contract/appointment-links/schemas';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FieldError } from '../ui/field.tsx';

interface LinkSettingsProps {
  token: string;
  /** Whether the appointment is over, so that the link can no longer change it. */
  isOver: boolean;
  /** Which payment document the link shows; null if there is none. */
  document: LinkedAppointment['document'];
  /** Whether the completed job can be reviewed. */
  canReview: boolean;
  /** Whether a new link can be sent by email. */
  canRenew: boolean;
  /** Called when the link was replaced or turned off, with the message for its holder. */
  onLinkEnded: (message: string) => void;
}

type Change = 'renew' | 'revoke';

const dialogText = {
  renew: {
    title: 'Replace this link?',
    description: "We'll email you a new link. This one will stop working.",
    action: 'Replace link',
    pendingLabel: 'Sending...',
    done: 'We emailed you a new link. This one no longer works.',
  },
  revoke: {
    title: 'Turn off this link?',
    description:
      "No one, including you, will be able to use it. Your appointment won't change. Our next message to you will have a new link.",
    action: 'Turn off link',
    pendingLabel: 'Turning off...',
    done: "This link has been turned off. Your appointment hasn't changed.",
  },
} as const;

/** Lets the holder of a link replace it with a new one or turn it off, in case someone else has it. */
export function LinkSettings({
  token,
  isOver,
  document,
  canReview,
  canRenew,
  onLinkEnded,
}: LinkSettingsProps) {
  const [confirming, setConfirming] = useState<Change | null>(null);
  const change = useMutation({
    mutationFn: (name: Change) =>
      request(name === 'renew' ? 'renewOwnLink' : 'revokeOwnLink', { body: { token } }),
    onSuccess: (_, name) => onLinkEnded(dialogText[name].done),
  });
  const open = (name: Change) => {
    change.reset();
    setConfirming(name);
  };
  return (
    <section aria-labelledby="about-link" className="grid gap-3 border-t border-line pt-5">
      <div>
        <h2 id="about-link" className="text-lg">
          Your appointment link
        </h2>
        <p className="mt-1 text-sm text-ink-soft">
          Anyone with the link to this page can {getRights({ isOver, document, canReview })}, but
          nothing else.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {canRenew && <Button onClick={() => open('renew')}>Get a new link</Button>}
        <Button onClick={() => open('revoke')}>Turn off this link</Button>
      </div>
      {confirming !== null && (
        <ConfirmDialog
          title={dialogText[confirming].title}
          description={dialogText[confirming].description}
          action={dialogText[confirming].action}
          variant={confirming === 'renew' ? 'primary' : 'danger'}
          pendingLabel={dialogText[confirming].pendingLabel}
          pending={change.isPending}
          onConfirm={() => change.mutate(confirming)}
          onClose={() => setConfirming(null)}
        >
          <FieldError>{change.error ? getErrorMessage(change.error) : undefined}</FieldError>
        </ConfirmDialog>
      )}
    </section>
  );
}

function getRights({
  isOver,
  document,
  canReview,
}: Pick<LinkSettingsProps, 'isOver' | 'document' | 'canReview'>): string {
  if (!isOver) return 'view and change this appointment';
  if (document === null) return 'view this appointment';
  return `view this appointment and its ${document}${canReview ? ', and review the job' : ''}`;
}
