import type { Account } from '@curbwrench/contract/accounts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { paths, signedOutMark } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PasswordForm } from './password-form.tsx';

/** Ends the account for good; its history is kept without the name. */
export function DeletePanel({ account }: { account: Account }) {
  const [isAsking, setAsking] = useState(false);
  // The call asks for the password, so that nobody who only finds an open browser can do it.
  if (!account.hasPassword) return null;
  return (
    <Panel title="Delete your account">
      <p className="max-w-prose text-ink-soft">
        Your name, address, phone and picture are removed. What was done stays on record without
        your name.
      </p>
      <Button className="mt-4" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {isAsking && <DeleteDialog email={account.email} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function DeleteDialog({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Delete your account?"
      description="This can't be taken back."
    >
      <PasswordForm
        email={email}
        send={async (body) => {
          await call('deleteAccount', { body });
          // The same way out as logging out: nothing that was read stays.
          location.assign(`${paths.dashboard}?${signedOutMark}`);
        }}
      >
        {(isPending) => (
          <Button
            type="submit"
            variant="danger"
            block
            pending={isPending}
            pendingLabel="Deleting..."
          >
            Delete for good
          </Button>
        )}
      </PasswordForm>
    </Dialog>
  );
}
