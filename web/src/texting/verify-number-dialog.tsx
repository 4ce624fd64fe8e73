import {
  getSmsConsentText,
  smsCode,
  smsConsentVersion,
} from '@curbwrench/contract/texting/sms-consent';
import { textingCodeInput } from '@curbwrench/contract/texting/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useBusiness } from '../business/queries.ts';
import { CodeField } from '../forms/code-field.tsx';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { FieldError } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { PhoneText } from '../ui/phone-text.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useConfirmTextingCode, useSendTextingCode } from './queries.ts';

interface VerifyNumberDialogProps {
  phone: string;
  onClose: () => void;
}

const title = 'Get text messages';

/** Asks a customer to agree to text messages, sends a code to their phone and asks for it. */
export function VerifyNumberDialog({ phone, onClose }: VerifyNumberDialogProps) {
  const [isSent, setSent] = useState(false);
  return isSent ? (
    <CodeDialog phone={phone} onClose={onClose} />
  ) : (
    <AgreementDialog phone={phone} onSent={() => setSent(true)} onClose={onClose} />
  );
}

function AgreementDialog({
  phone,
  onSent,
  onClose,
}: VerifyNumberDialogProps & { onSent: () => void }) {
  const business = useBusiness();
  const send = useSendTextingCode();
  const form = useForm<{ agreed: boolean }>({ defaultValues: { agreed: false } });
  const { handleSubmit, isPending, problem } = useFormRequest(form, async ({ agreed }) => {
    if (!agreed) return form.setError('agreed', { message: 'Please check the box to agree.' });
    await send.mutateAsync({ agreed, consentVersion: smsConsentVersion });
    return onSent();
  });
  return (
    <FormDialog
      title={title}
      description={
        <PhoneText>{`We'll text a code to ${phone} to verify that it's your number.`}</PhoneText>
      }
      label={title}
      action="Text me a code"
      pending={isPending}
      pendingLabel="Sending..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <div>
        <Checkbox label={getSmsConsentText(business.name)} {...form.register('agreed')} />
        <FieldError>{form.formState.errors.agreed?.message}</FieldError>
        <p className="mt-1 text-sm text-ink-soft">
          See our{' '}
          <a href="/privacy" target="_blank" rel="noreferrer" className="link">
            privacy policy
          </a>{' '}
          and{' '}
          <a href="/terms" target="_blank" rel="noreferrer" className="link">
            terms
          </a>
          .
        </p>
      </div>
    </FormDialog>
  );
}

function CodeDialog({ phone, onClose }: VerifyNumberDialogProps) {
  const confirm = useConfirmTextingCode();
  const form = useForm<
    z.input<typeof textingCodeInput>,
    unknown,
    z.output<typeof textingCodeInput>
  >({ resolver: zodResolver(textingCodeInput), defaultValues: { code: '' } });
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (body) => {
    await confirm.mutateAsync(body);
    showToast({ title: 'Text messages are on' });
    onClose();
  });
  return (
    <FormDialog
      title="Enter the code"
      description={
        <PhoneText>
          {`We texted a code to ${phone}. It expires in ${smsCode.minutes} minutes. Didn't get it? Close this and start again.`}
        </PhoneText>
      }
      label="Enter the code"
      action="Confirm"
      pending={isPending}
      pendingLabel="Checking..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <CodeField
        label="Code"
        error={form.formState.errors.code?.message}
        {...form.register('code')}
      />
    </FormDialog>
  );
}
