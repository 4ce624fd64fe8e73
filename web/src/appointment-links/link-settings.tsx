import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FieldError } from '../ui/field.tsx';

interface LinkSettingsProps {
  token: string;
  /** Whether the appointment is over, so that the link only shows it. */
  isOver: boolean;
  /** Whether the completed job can be reviewed. */
  canReview: boolean;
  /** Whether a new link can be sent by email. */
  canRenew: boolean;
  /** Called when the link was renewed or ended, with what to tell its holder. */
  onLinkEnded: (message: string) => void;
}

type Change = 'renew' | 'end';

const texts = {
  renew: {
    title: 'Get a new link?',
    description: 'We send it to your email address. This link stops working.',
    action: 'Send New Link',
    pendingLabel: 'Sending...',
    done: 'We sent a new link to your email address. This one no longer works.',
  },
  end: {
    title: 'End this link?',
    description:
      'Nobody can use it anymore. Your appointment stays as it is, and our next message has a new link.',
    action: 'End Link',
    pendingLabel: 'Ending...',
    done: 'This link has ended. Your appointment stays as it is.',
  },
} as const;

/** Lets the holder of a link replace it by a new one, or end it, in case someone else has it. */
export function LinkSettings({
  token,
  isOver,
  canReview,
  canRenew,
  onLinkEnded,
}: LinkSettingsProps) {
  const [confirming, setConfirming] = useState<Change | null>(null);
  const change = useMutation({
    mutationFn: (name: Change) =>
      call(name === 'renew' ? 'renewLinkByLink' : 'endLinkByLink', { body: { token } }),
    onSuccess: (_, name) => onLinkEnded(texts[name].done),
  });
  const open = (name: Change) => {
    change.reset();
    setConfirming(name);
  };
  return (
    <section aria-labelledby="about-link" className="grid gap-3 border-t border-line pt-5">
      <div>
        <h2 id="about-link" className="text-lg">
          About this link
        </h2>
        <p className="mt-1 text-sm text-ink-soft">
          Whoever has it can {getRights(isOver, canReview)}, and nothing else.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {canRenew && <Button onClick={() => open('renew')}>Get a new link</Button>}
        <Button onClick={() => open('end')}>End this link</Button>
      </div>
      {confirming !== null && (
        <ConfirmDialog
          title={texts[confirming].title}
          description={texts[confirming].description}
          action={texts[confirming].action}
          variant={confirming === 'renew' ? 'primary' : 'danger'}
          pendingLabel={texts[confirming].pendingLabel}
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

function getRights(isOver: boolean, canReview: boolean): string {
  if (!isOver) return 'see and change this appointment';
  return canReview
    ? 'see this appointment and its receipt, and review the job'
    : 'see this appointment and its receipt';
}
