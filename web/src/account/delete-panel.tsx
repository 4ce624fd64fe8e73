import type { Account } from '@curbwrench/contract/accounts/schemas';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { paths, signedOutMark } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Panel } from '../ui/panel.tsx';
import { ProofForm, type Proof } from './proof-form.tsx';

/** Deletes the account permanently; its history stays without the name. */
export function DeletePanel({ account }: { account: Account }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel title="Delete your account">
      <p className="max-w-prose text-ink-soft">
        We remove your name, addresses, phone and picture. Records of past work stay, without your
        name.
      </p>
      <Button className="mt-4" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {isAsking && (
        <Dialog
          open
          onOpenChange={setAsking}
          title="Delete your account?"
          description="You can't undo this."
        >
          <ProofForm account={account} send={deleteWith}>
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
          </ProofForm>
        </Dialog>
      )}
    </Panel>
  );
}

async function deleteWith(proof: Proof): Promise<void> {
  await call('deleteAccount', { body: proof });
  // Leaves like a log-out: nothing that was read stays.
  location.assign(`${paths.dashboard}?${signedOutMark}`);
}
