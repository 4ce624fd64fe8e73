import type { Account } from '@curbwrench/contract/accounts/schemas';
import { useState } from 'react';
import { request } from '../api/request.ts';
import { paths, signedOutParam } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from '../ui/panel.tsx';
import { ReauthenticationDialog, type Credentials } from './reauthentication-form.tsx';

/** Lets people delete their account permanently; records of past work are kept without their name. */
export function DeletePanel({ account }: { account: Account }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <Panel title="Delete your account">
      <p className="max-w-prose text-ink-soft">
        We'll remove your name, addresses, phone number, and picture. Records of past work are kept,
        without your name.
      </p>
      <Button className="mt-4" onClick={() => setIsDialogOpen(true)}>
        Delete account
      </Button>
      {isDialogOpen && (
        <ReauthenticationDialog
          title="Delete your account?"
          description="You can't undo this."
          account={account}
          action="Delete permanently"
          pendingLabel="Deleting..."
          variant="danger"
          send={deleteAccount}
          onClose={() => setIsDialogOpen(false)}
        />
      )}
    </Panel>
  );
}

async function deleteAccount(credentials: Credentials): Promise<void> {
  await request('deleteAccount', { body: credentials });
  // Loads a new page, as logging out does, so that no data stays in memory.
  location.assign(`${paths.dashboard}?${signedOutParam}`);
}
