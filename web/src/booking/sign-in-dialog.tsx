import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { signInUrl, paths } from '../paths.ts';
import { useOpenDemo } from '../session/queries.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { telephoneUrl } from '../lib/telephone.ts';
import { FieldError } from '../ui/field.tsx';

/**
 * Asks a visitor who submits the booking form to sign in or call, if no email can be sent to verify their address. The
 * form keeps its values.
 */
export function SignInDialog({ onClose }: { onClose: () => void }) {
  const { demo, phone } = useBusiness();
  const openDemo = useOpenDemo();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Log in to book"
      description="We saved what you entered. After you log in, choose your vehicle and book."
      footer={
        <>
          {demo && (
            <Button
              pending={openDemo.isPending || openDemo.isSuccess}
              pendingLabel="Logging in..."
              onClick={() => openDemo.mutate('customer')}
            >
              Continue as the demo customer
            </Button>
          )}
          <a href={signInUrl(paths.bookService)} className={buttonClass({ variant: 'primary' })}>
            Log in
          </a>
        </>
      }
    >
      {phone !== null && (
        <p>
          Or call us:{' '}
          <a href={telephoneUrl(phone)} className="link reach font-semibold">
            {phone}
          </a>
        </p>
      )}
      <FieldError>
        {openDemo.error ? getErrorMessageWithStatus(openDemo.error) : undefined}
      </FieldError>
    </Dialog>
  );
}
