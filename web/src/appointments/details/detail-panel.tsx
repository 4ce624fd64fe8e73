import type {
  AppointmentChange,
  AppointmentDetails,
} from '@curbwrench/contract/appointments/schemas';
import type { TransitionName } from '@curbwrench/contract/appointments/lifecycle';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field, type FieldControl } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { scheduleToasts } from '../actions/job-toasts.ts';
import { useChangeAppointment } from '../queries.ts';

/** A text field of a job, and the labels of its panel and form. */
export interface JobDetail {
  readonly title: string;
  /** The transition that changes it. */
  readonly transition: TransitionName;
  readonly add: string;
  readonly edit: string;
  readonly save: string;
  /** The toast after saving. */
  readonly saved: string;
  /** What is shown when it is empty. */
  readonly none: string;
  readonly label: string;
  readonly hint: string;
  readonly valueOf: (appointment: AppointmentDetails) => string | null;
  readonly changeTo: (text: string | null) => AppointmentChange;
  /** Renders the control of the form. */
  readonly render: (
    control: FieldControl,
    text: string,
    onTextChange: (text: string) => void,
  ) => ReactNode;
}

interface DetailPanelProps {
  appointment: AppointmentDetails;
  detail: JobDetail;
  className?: string;
}

/** Shows a text field of a job; those who may change it edit it here. */
export function DetailPanel({ appointment, detail, className }: DetailPanelProps) {
  const [isEditing, setIsEditing] = useState(false);
  const editing = appointment.actions.find(({ action }) => action === detail.transition);
  const text = detail.valueOf(appointment);
  if (isEditing && editing?.open) {
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
        editing && (
          <Button size="sm" disabledReason={editing.reason} onClick={() => setIsEditing(true)}>
            {text ? detail.edit : detail.add}
          </Button>
        )
      }
    >
      {text ? (
        <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      ) : (
        <p className="text-ink-soft">{detail.none}</p>
      )}
      {editing && !editing.open && (
        <p aria-hidden className="mt-2 text-sm text-ink-soft">
          {editing.reason}
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
  const [text, setText] = useState(detail.valueOf(appointment) ?? '');
  const { success, failure } = scheduleToasts.start;
  const save = useChangeAppointment({
    onSuccess: () => {
      showToast({ title: success.title, description: detail.saved });
      onDone();
    },
    onError: (error) => showToast(failure(error)),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate({ id: appointment.id, change: detail.changeTo(text.trim() || null) });
  }

  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label={detail.label} optional hint={detail.hint}>
        {(control) => detail.render(control, text, setText)}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={save.isPending} pendingLabel="Saving...">
          {detail.save}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
