import { messageKinds } from '@curbwrench/contract/messaging/kinds';
import {
  messagePlaceholders,
  messageTemplateLimits,
  placeholderLabels,
  type Placeholder,
} from '@curbwrench/contract/messaging/placeholders';
import type { MessageTemplate } from '@curbwrench/contract/messaging/schemas';
import { messageChannelLabels } from '@curbwrench/contract/messaging/template-keys';
import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useBusiness } from '../business/queries.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { displayInstantIn } from '../lib/business-time.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { MessagePreview } from './message-preview.tsx';
import { useSaveMessageTemplate } from './queries.ts';

interface TemplateForm {
  version: number;
  subject: string;
  body: string;
}

interface MessageTemplateDialogProps {
  template: MessageTemplate;
  onClose: () => void;
}

/**
 * Edits a message template, with buttons that insert placeholders at the cursor, and a preview. If someone else saves
 * the template, the dialog shows their version; if it has unsaved edits, it shows a notice instead.
 */
export function MessageTemplateDialog({ template, onClose }: MessageTemplateDialogProps) {
  const { kind, channel } = template;
  const save = useSaveMessageTemplate(template);
  const form = useForm<TemplateForm>({ defaultValues: toFormValues(template) });
  const { control, formState, reset, setValue } = form;
  const { errors, isDirty } = formState;
  const values = useWatch({
    control,
    compute: ({ version, subject, body }) => ({ version, subject, body }),
  });
  const isOutdated = values.version !== template.version;
  useEffect(() => {
    if (isOutdated && !isDirty) reset(toFormValues(template));
  }, [isOutdated, isDirty, reset, template]);

  const hasSubject = channel !== 'sms';
  const subject = hasSubject ? values.subject : null;
  const { handleSubmit, isPending, problem } = useFormRequest(form, async ({ version, body }) => {
    await save.mutateAsync({ version, subject, body });
    showToast({
      title: 'Template saved',
      description: "We'll use it starting with the next message.",
    });
    onClose();
  });
  const limits = messageTemplateLimits[channel];
  const { bodyRef, subjectRef, insert } = useInsertion((field, value) =>
    setValue(field, value, { shouldDirty: true }),
  );
  const subjectField = form.register('subject');
  const bodyField = form.register('body');

  function resetToDefault() {
    setValue('subject', template.default.subject ?? '', { shouldDirty: true });
    setValue('body', template.default.body, { shouldDirty: true });
  }

  const isDefault = subject === template.default.subject && values.body === template.default.body;
  return (
    <FormDialog
      wide
      title={messageKinds[kind].label}
      description={messageChannelLabels[channel]}
      label="Edit message template"
      action="Save"
      disabledReason={isDirty ? null : 'There is nothing to save.'}
      pending={isPending}
      pendingLabel="Saving..."
      onSubmit={handleSubmit}
      onClose={onClose}
      className="grid gap-5 sm:grid-cols-2"
    >
      <div className="grid min-w-0 content-start gap-4">
        <FormProblem>{problem}</FormProblem>
        {isOutdated && isDirty && (
          <Callout tone="progress" title="Someone else changed this message.">
            <p>Your edits aren't saved.</p>
            <Button
              size="sm"
              className="mt-1 justify-self-start"
              onClick={() => reset(toFormValues(template))}
            >
              Discard my edits and show theirs
            </Button>
          </Callout>
        )}
        {hasSubject && (
          <Field label={channel === 'push' ? 'Title' : 'Subject'} error={errors.subject?.message}>
            {(field) => (
              <TextInput
                {...field}
                {...subjectField}
                ref={(element) => {
                  subjectField.ref(element);
                  subjectRef.current = element;
                }}
                autoComplete="off"
                maxLength={limits.subject}
              />
            )}
          </Field>
        )}
        <Field
          label="Message"
          hint={
            channel === 'email'
              ? 'Leave a blank line between paragraphs. A link on its own becomes a button. Lines with empty fields are left out.'
              : 'Lines with empty fields are left out.'
          }
          error={errors.body?.message}
        >
          {(field) => (
            <TextArea
              {...field}
              {...bodyField}
              ref={(element) => {
                bodyField.ref(element);
                bodyRef.current = element;
              }}
              className="field-sizing-content"
              rows={channel === 'email' ? 12 : 4}
              maxLength={limits.body}
            />
          )}
        </Field>
        <PlaceholderButtons names={messagePlaceholders[kind]} onInsert={insert} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            size="sm"
            disabledReason={isDefault ? 'This is already the default.' : null}
            onClick={resetToDefault}
          >
            Reset to default
          </Button>
          <EditedBy template={template} />
        </div>
      </div>
      <section aria-label="Preview" className="min-w-0">
        <h3 className="mb-1.5 font-sans text-base font-semibold tracking-normal">Preview</h3>
        <MessagePreview templateKey={template} subject={subject} body={values.body} />
      </section>
    </FormDialog>
  );
}

function toFormValues({ version, subject, body }: MessageTemplate): TemplateForm {
  return { version, subject: subject ?? '', body };
}

function PlaceholderButtons({
  names,
  onInsert,
}: {
  names: readonly Placeholder[];
  onInsert: (name: Placeholder) => void;
}) {
  return (
    <div role="group" aria-label="Insert a placeholder" className="flex flex-wrap gap-1.5">
      {names.map((name) => (
        <Button key={name} size="sm" onClick={() => onInsert(name)}>
          {placeholderLabels[name]}
        </Button>
      ))}
    </div>
  );
}

/**
 * Inserts placeholders at the cursor of the field that last had focus (initially the message), replacing its selection.
 */
function useInsertion(setValue: (field: 'subject' | 'body', value: string) => void) {
  const subjectRef = useRef<HTMLInputElement>(null);
  const bodyRef = useRef<HTMLTextAreaElement>(null);
  const isSubjectLast = useRef(false);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target === subjectRef.current) isSubjectLast.current = true;
      if (target === bodyRef.current) isSubjectLast.current = false;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  function insert(name: Placeholder) {
    const field = isSubjectLast.current ? 'subject' : 'body';
    const element = field === 'subject' ? subjectRef.current : bodyRef.current;
    if (!element) return;
    const { value, selectionStart, selectionEnd } = element;
    const start = selectionStart ?? value.length;
    const inserted = `{{${name}}}`;
    setValue(field, value.slice(0, start) + inserted + value.slice(selectionEnd ?? start));
    element.focus();
    element.setSelectionRange(start + inserted.length, start + inserted.length);
  }

  return { subjectRef, bodyRef, insert };
}

function EditedBy({ template }: { template: MessageTemplate }) {
  const { timeZone } = useBusiness();
  if (template.editedAt === null) return null;
  return (
    <p className="text-sm text-ink-soft">
      Edited{template.editedBy !== null && ` by ${template.editedBy}`} on{' '}
      {displayInstantIn(timeZone, template.editedAt)}.
    </p>
  );
}
