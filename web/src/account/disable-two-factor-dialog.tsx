import type { Account } from '@curbwrench/contract/accounts/schemas';
import { request } from '../api/request.ts';
import { trackSessionChange } from '../api/session-change.ts';
import { showToast } from '../ui/toast-store.ts';
import { useApplyAccount } from './queries.ts';
import { ReauthenticationDialog } from './reauthentication-form.tsx';

interface DisableTwoFactorDialogProps {
  account: Account;
  onClose: () => void;
}

/** Asks for the password and a code, then turns off the second factor. */
export function DisableTwoFactorDialog({ account, onClose }: DisableTwoFactorDialogProps) {
  const applyAccount = useApplyAccount();
  return (
    <ReauthenticationDialog
      title="Turn off two-factor authentication?"
      description="You'll log in with just your password."
      action="Turn off"
      pendingLabel="Turning off..."
      variant="danger"
      account={account}
      send={async (body) => {
        await applyAccount(await trackSessionChange(request('disableTwoFactor', { body })));
        showToast({ title: 'Two-factor authentication is off' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
