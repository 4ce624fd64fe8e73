import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';

/** Renders a button that resends the verification email. */
export function ResendButton({ email }: { email: string }) {
  const resend = useMutation({
    mutationFn: () => request('resendVerification', { body: { email } }),
  });
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        icon={<Mail className="size-4" aria-hidden />}
        pending={resend.isPending}
        pendingLabel="Sending..."
        onClick={() => resend.mutate()}
      >
        Resend email
      </Button>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {resend.isSuccess && 'Sent. It can take a minute to arrive.'}
      </p>
      <FieldError>{resend.error ? getErrorMessage(resend.error) : undefined}</FieldError>
    </div>
  );
}
