import { Link } from '@tanstack/react-router';
import { messageOf } from '../../api/api-error.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { useBusiness } from '../business/queries.ts';
import { useOpenDemo } from '../session/queries.ts';

interface SignInAskProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A visitor who submits is asked to sign in, and finds the form as it was afterwards (D3). */
export function SignInAsk({ open, onOpenChange }: SignInAskProps) {
  const { demo } = useBusiness();
  const openDemo = useOpenDemo();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Log in to book"
      description="Your booking is kept as you filled it in. After logging in, choose your vehicle and book."
      footer={
        <>
          <Link to={paths.dashboard} className={buttonClass()}>
            Go to the start page
          </Link>
          {demo && (
            <Button
              variant="primary"
              pending={openDemo.isPending || openDemo.isSuccess}
              pendingLabel="Logging in..."
              onClick={() => openDemo.mutate('customer')}
            >
              Continue as the demo customer
            </Button>
          )}
        </>
      }
    >
      <FieldError>{openDemo.error ? messageOf(openDemo.error) : undefined}</FieldError>
    </Dialog>
  );
}
