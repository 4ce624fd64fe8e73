import { verificationCode } from '@curbwrench/contract/appointments/verification-code';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface VerificationCodeDialogProps {
  email: string;
  /** The code itself, only in the demo. */
  demoCode: string | null;
  /** Why the last code was refused, or why no new code could be sent. */
  problem: string | null;
  isBusy: boolean;
  isSendingCode: boolean;
  onConfirm: (code: string) => void;
  onSendAgain: () => void;
  onClose: () => void;
}

/** Asks a visitor for the code that was sent to their email address. Nothing is booked before it is entered. */
export function VerificationCodeDialog({
  email,
  demoCode,
  problem,
  isBusy,
  isSendingCode,
  onConfirm,
  onSendAgain,
  onClose,
}: VerificationCodeDialogProps) {
  const [code, setCode] = useState('');
  const [formProblem, setFormProblem] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Check your email"
      description={
        demoCode === null
          ? `Enter the code we sent to ${email} to finish booking. It expires in ${verificationCode.minutes} minutes.`
          : 'Enter the code to verify your email address.'
      }
      footer={
        <>
          <Button pending={isSendingCode} pendingLabel="Sending..." onClick={onSendAgain}>
            Send a new code
          </Button>
          <Button
            type="submit"
            form="verification-code"
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
        id="verification-code"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const digits = code.replaceAll(/\s/g, '');
          const isComplete = /^\d{6}$/.test(digits);
          setFormProblem(
            isComplete
              ? null
              : `Please enter the ${verificationCode.digits}-digit code from the email.`,
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
              maxLength={verificationCode.digits + 4}
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
