import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorMessageWithStatus } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { showToast } from '../../ui/toast-store.ts';

interface LinkPanelProps {
  appointmentId: number;
  className?: string;
}

type LinkCall = 'shareLink' | 'renewLink' | 'endLink';

const confirmations = {
  renewLink: {
    title: "Renew the customer's link?",
    description: 'The link that the customer has stops working. Give them the new one.',
    action: 'Renew Link',
    pendingLabel: 'Renewing...',
  },
  endLink: {
    title: "End the customer's link?",
    description: 'Nobody can use it anymore. Our next message to the customer has a new one.',
    action: 'End Link',
    pendingLabel: 'Ending...',
  },
} as const;

/**
 * Shows the office the link with which the customer sees and changes the appointment without signing in. It is shown
 * only once it is asked for, since whoever has it can use it.
 */
export function LinkPanel({ appointmentId, className }: LinkPanelProps) {
  const [confirming, setConfirming] = useState<keyof typeof confirmations | null>(null);
  const change = useMutation({
    mutationFn: (name: LinkCall): Promise<{ url: string } | null> => {
      const params = { id: appointmentId };
      return name === 'endLink' ? call(name, { params }) : call(name, { params });
    },
    onSuccess: (_, name) => {
      setConfirming(null);
      if (name === 'renewLink') showToast({ title: 'Link renewed' });
      if (name === 'endLink') showToast({ title: 'Link ended' });
    },
    onError: (error) =>
      showToast({
        title: "The customer's link could not be changed",
        description: getErrorMessageWithStatus(error),
        destructive: true,
      }),
  });
  const url = change.data?.url;
  return (
    <Panel title="Customer's link" {...(className !== undefined && { className })}>
      <p className="text-sm text-ink-soft">
        With it, the customer sees, moves or cancels this appointment without logging in.
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
            Show Link
          </Button>
        )}
        <Button size="sm" onClick={() => setConfirming('renewLink')}>
          Renew
        </Button>
        <Button size="sm" onClick={() => setConfirming('endLink')}>
          End
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
