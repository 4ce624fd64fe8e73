import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { request } from '../api/request.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { randomId } from '../lib/random-id.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextArea } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';

interface LinkMessageDialogProps {
  token: string;
  onClose: () => void;
}

/** Sends the office a message about the linked appointment. Retrying after a failure does not send a duplicate. */
export function LinkMessageDialog({ token, onClose }: LinkMessageDialogProps) {
  const [sending, setSending] = useState({ text: '', clientId: randomId() });
  const form = useForm({ defaultValues: { text: '' } });
  const { handleSubmit, isPending, problem } = useFormRequest(form, async ({ text }) => {
    // Sending the same text again reuses the message's id; a different text gets a new id.
    const message = sending.text === text ? sending : { text, clientId: randomId() };
    setSending(message);
    await request('sendMessageByLink', { body: { token, ...message } });
    showToast({ title: 'Message sent', description: "We'll reply by email, text, or phone." });
    onClose();
  });
  return (
    <FormDialog
      title="Message the office"
      description="Your message will be linked to this appointment."
      className="grid gap-4"
      action="Send"
      pending={isPending}
      pendingLabel="Sending..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <Field label="Message" error={form.formState.errors.text?.message}>
        {(control) => (
          <TextArea
            {...control}
            {...form.register('text', {
              validate: (text) => text.trim() !== '' || 'Please write a message.',
            })}
            rows={5}
            maxLength={textLimits.message}
          />
        )}
      </Field>
    </FormDialog>
  );
}
