import type { Account } from '@curbwrench/contract/accounts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { paths, signedOutMark } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PasswordForm } from './password-form.tsx';

/** Ends the account for good; its history is kept without the name. */
export function DeletePanel({ account }: { account: Account }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel title="Delete your account">
      <p className="max-w-prose text-ink-soft">
        Your name, address, phone and picture are removed. What was done stays on record without
        your name.
      </p>
      <Button className="mt-4" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      {isAsking && (
        <Dialog
          open
          onOpenChange={setAsking}
          title="Delete your account?"
          description="This can't be taken back."
        >
          {account.hasPassword ? (
            <PasswordForm email={account.email} send={({ password }) => deleteWith(password)}>
              {(isPending) => <DeleteButton type="submit" isPending={isPending} />}
            </PasswordForm>
          ) : (
            <DeleteStep />
          )}
        </Dialog>
      )}
    </Panel>
  );
}

/** For whoever has no password: the server asks instead that they logged in just now. */
function DeleteStep() {
  const remove = useMutation({ mutationFn: () => deleteWith() });
  return (
    <div className="grid gap-3">
      <FieldError>{remove.error ? sentenceOf(remove.error) : undefined}</FieldError>
      <DeleteButton type="button" isPending={remove.isPending} onClick={() => remove.mutate()} />
    </div>
  );
}

interface DeleteButtonProps {
  type: 'button' | 'submit';
  isPending: boolean;
  onClick?: () => void;
}

function DeleteButton({ type, isPending, onClick }: DeleteButtonProps) {
  return (
    <Button
      type={type}
      variant="danger"
      block
      pending={isPending}
      pendingLabel="Deleting..."
      {...(onClick && { onClick })}
    >
      Delete for good
    </Button>
  );
}

async function deleteWith(password?: string): Promise<void> {
  await call('deleteAccount', { body: password === undefined ? {} : { password } });
  // The same way out as logging out: nothing that was read stays.
  location.assign(`${paths.dashboard}?${signedOutMark}`);
}
