import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorMessageWithStatus } from '../../api/api-error.ts';
import { request } from '../../api/request.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { showFailureToast, showToast } from '../../ui/toast-store.ts';

interface LinkPanelProps {
  appointmentId: number;
  className?: string;
}

type LinkEndpoint = 'shareLink' | 'renewLink' | 'revokeLink';

const confirmations = {
  renewLink: {
    title: "Replace the customer's link?",
    description:
      "The customer's current link will stop working. You'll need to send them the new one.",
    action: 'Replace link',
    pendingLabel: 'Replacing...',
  },
  revokeLink: {
    title: "Turn off the customer's link?",
    description:
      'No one will be able to use it. The next message to the customer will include a new link.',
    action: 'Turn off link',
    pendingLabel: 'Turning off...',
  },
} as const;

/**
 * Lets the office share the link that the customer can use to view and change the appointment without signing in. The
 * link is shown only on request, because anyone who has it can use it.
 */
export function LinkPanel({ appointmentId, className }: LinkPanelProps) {
  const [confirming, setConfirming] = useState<keyof typeof confirmations | null>(null);
  const change = useMutation({
    mutationFn: (name: LinkEndpoint): Promise<{ url: string } | null> => {
      const params = { id: appointmentId };
      return name === 'revokeLink' ? request(name, { params }) : request(name, { params });
    },
    onSuccess: (_, name) => {
      setConfirming(null);
      if (name === 'renewLink') showToast({ title: 'Link replaced' });
      if (name === 'revokeLink') showToast({ title: 'Link turned off' });
    },
    onError: (error) =>
      showFailureToast("We couldn't get the customer's link", getErrorMessageWithStatus(error)),
  });
  const url = change.data?.url;
  return (
    <Panel title="Appointment link" {...(className !== undefined && { className })}>
      <p className="text-sm text-ink-soft">
        Lets the customer open this appointment without logging in.
      </p>
      {url !== undefined && (
        <div className="mt-3 flex items-center gap-2">
          <TextInput
            readOnly
            aria-label="Link"
            value={url}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton text={url}>Copy</CopyButton>
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {url === undefined && (
          <Button
            size="sm"
            pending={change.isPending && change.variables === 'shareLink'}
            onClick={() => change.mutate('shareLink')}
          >
            Show link
          </Button>
        )}
        <Button size="sm" onClick={() => setConfirming('renewLink')}>
          Replace link
        </Button>
        <Button size="sm" onClick={() => setConfirming('revokeLink')}>
          Turn off link
        </Button>
      </div>
      {confirming !== null && (
        <ConfirmDialog
          {...confirmations[confirming]}
          pending={change.isPending}
          onConfirm={() => change.mutate(confirming)}
          onClose={() => setConfirming(null)}
        />
      )}
    </Panel>
  );
}
