import { call } from '../../api/call.ts';
import { useAccountChanged } from '../../features/account/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { PasswordForm } from './password-form.tsx';

interface TwoFactorDialogProps {
  email: string;
  onClose: () => void;
}

/** Switches the second factor off, for who knows the password. */
export function StopTwoFactorDialog({ email, onClose }: TwoFactorDialogProps) {
  const accountChanged = useAccountChanged();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Switch off two-factor sign-in?"
      description="Logging in will ask for the password alone."
    >
      <PasswordForm
        email={email}
        send={async (body) => {
          await accountChanged(await call('stopTwoFactor', { body }));
          showToast({ title: 'Two-factor sign-in is off' });
          onClose();
        }}
      >
        {(isPending) => (
          <Button
            type="submit"
            variant="danger"
            pending={isPending}
            pendingLabel="Switching off..."
            block
          >
            Switch off
          </Button>
        )}
      </PasswordForm>
    </Dialog>
  );
}
