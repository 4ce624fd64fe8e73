import { bookingCode } from '@curbwrench/contract/appointments/booking-code';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface BookingCodeDialogProps {
  email: string;
  /** The code itself, only in the demo. */
  demoCode: string | null;
  /** Why the last code was refused, or no new one could be sent. */
  problem: string | null;
  isBusy: boolean;
  isSendingCode: boolean;
  onConfirm: (code: string) => void;
  onSendAgain: () => void;
  onClose: () => void;
}

/** Asks a visitor for the code that was sent to their email address. Nothing is booked before it is entered. */
export function BookingCodeDialog({
  email,
  demoCode,
  problem,
  isBusy,
  isSendingCode,
  onConfirm,
  onSendAgain,
  onClose,
}: BookingCodeDialogProps) {
  const [code, setCode] = useState('');
  const [formProblem, setFormProblem] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Check your email"
      description={
        demoCode === null
          ? `Enter the code we sent to ${email} to finish booking. It expires in ${bookingCode.minutes} minutes.`
          : 'Enter the code to verify your email address.'
      }
      footer={
        <>
          <Button pending={isSendingCode} pendingLabel="Sending..." onClick={onSendAgain}>
            Send a new code
          </Button>
          <Button
            type="submit"
            form="booking-code"
            variant="primary"
            pending={isBusy}
            pendingLabel="Booking..."
          >
            Confirm and book
          </Button>
        </>
      }
    >
      <form
        id="booking-code"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const digits = code.replaceAll(/\s/g, '');
          const isComplete = /^\d{6}$/.test(digits);
          setFormProblem(
            isComplete ? null : `Please enter the ${bookingCode.digits}-digit code from the email.`,
          );
          if (isComplete && !isBusy) onConfirm(digits);
        }}
      >
        <Field label="Code" error={formProblem ?? problem ?? undefined}>
          {(control) => (
            <TextInput
              {...control}
              data-focused-first
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={bookingCode.digits + 4}
              value={code}
              onChange={({ target }) => setCode(target.value)}
              className="figures"
            />
          )}
        </Field>
        {demoCode !== null && (
          <p className="mt-2 text-sm text-ink-soft">
            Demo: no email is sent. Your code is <span className="figures">{demoCode}</span>.
          </p>
        )}
      </form>
    </Dialog>
  );
}
