import type {
  AppointmentChange,
  AppointmentDetails,
} from '@curbwrench/contract/appointments/schemas';
import type { JobDetailName } from '@curbwrench/contract/appointments/job-details';
import type { TransitionName } from '@curbwrench/contract/appointments/lifecycle';
import { useState, type ReactNode } from 'react';
import { useForm, type UseFormRegisterReturn } from 'react-hook-form';
import { useFormRequest } from '../../forms/use-form-request.ts';
import { Button } from '../../ui/button.tsx';
import { Field, type FieldControl } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { changeFailedTitle, updateToasts } from '../actions/job-toasts.ts';
import { useChangeAppointment } from '../queries.ts';

/** An editable text field of an appointment, with the labels of its panel and form. */
export interface JobDetail {
  readonly name: JobDetailName;
  readonly title: string;
  /** The action that edits the text. */
  readonly action: TransitionName;
  readonly addLabel: string;
  readonly editLabel: string;
  readonly saveLabel: string;
  /** The toast after saving. */
  readonly savedMessage: string;
  /** Shown while there is no text. */
  readonly emptyText: string;
  readonly label: string;
  readonly hint: string;
  /** Renders the form's input. */
  readonly render: (control: FieldControl & UseFormRegisterReturn) => ReactNode;
}

interface DetailPanelProps {
  appointment: AppointmentDetails;
  detail: JobDetail;
  className?: string;
}

/** Shows a text field of an appointment, with a form for people who can edit it. */
export function DetailPanel({ appointment, detail, className }: DetailPanelProps) {
  const [isEditing, setIsEditing] = useState(false);
  const editAction = appointment.actions.find(({ action }) => action === detail.action);
  const text = appointment[detail.name];
  if (isEditing && editAction?.open) {
    return (
      <Panel title={detail.title} {...(className !== undefined && { className })}>
        <DetailForm appointment={appointment} detail={detail} onDone={() => setIsEditing(false)} />
      </Panel>
    );
  }
  return (
    <Panel
      title={detail.title}
      {...(className !== undefined && { className })}
      action={
        editAction && (
          <Button size="sm" disabledReason={editAction.reason} onClick={() => setIsEditing(true)}>
            {text ? detail.editLabel : detail.addLabel}
          </Button>
        )
      }
    >
      {text ? (
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      ) : (
        <p className="text-ink-soft">{detail.emptyText}</p>
      )}
      {editAction && !editAction.open && (
        <p aria-hidden className="mt-2 text-sm text-ink-soft">
          {editAction.reason}
        </p>
      )}
    </Panel>
  );
}

function DetailForm({
  appointment,
  detail,
  onDone,
}: {
  appointment: AppointmentDetails;
  detail: JobDetail;
  onDone: () => void;
}) {
  const { name } = detail;
  const save = useChangeAppointment({
    onSuccess: () => {
      showToast({ title: updateToasts.success.title, description: detail.savedMessage });
      onDone();
    },
  });
  const form = useForm<Partial<Record<JobDetailName, string>>>({
    defaultValues: { [name]: appointment[name] ?? '' },
  });
  const { handleSubmit, isPending } = useFormRequest(
    form,
    (values) =>
      save.mutateAsync({ id: appointment.id, change: toChange(name, values[name] ?? '') }),
    { title: changeFailedTitle },
  );

  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3">
      <Field
        label={detail.label}
        optional
        hint={detail.hint}
        error={form.formState.errors[name]?.message}
      >
        {(control) => detail.render({ ...control, ...form.register(name) })}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={isPending} pendingLabel="Saving...">
          {detail.saveLabel}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Returns the change that saves the text; blank text clears the field. */
function toChange(name: JobDetailName, text: string): AppointmentChange {
  const trimmedText = text.trim() || null;
  return name === 'notes' ? { notes: trimmedText } : { gateCode: trimmedText };
}
