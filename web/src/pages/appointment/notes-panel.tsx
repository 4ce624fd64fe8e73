import type { AppointmentDetails } from '@curbwrench/contract/appointments';
import { useState, type SubmitEvent } from 'react';
import { scheduleToasts } from '../../features/appointments/job-toasts.ts';
import { useChangeAppointment } from '../../features/appointments/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TextArea } from '../../ui/text-input.tsx';
import { showToast } from '../../ui/toast-store.ts';

interface NotesPanelProps {
  appointment: AppointmentDetails;
  className?: string;
}

/** As much as the server keeps. */
const longestNotes = 2000;

/** What the customer told about the job; they may change it while the job has not begun (D1). */
export function NotesPanel({ appointment, className }: NotesPanelProps) {
  const [isEditing, setIsEditing] = useState(false);
  const editing = appointment.actions.find(({ action }) => action === 'edit_notes');
  const { notes } = appointment;
  if (isEditing && editing?.open) {
    return (
      <Panel title="Notes" {...(className !== undefined && { className })}>
        <NotesForm appointment={appointment} onDone={() => setIsEditing(false)} />
      </Panel>
    );
  }
  return (
    <Panel
      title="Notes"
      {...(className !== undefined && { className })}
      action={
        editing && (
          <Button size="sm" disabledReason={editing.reason} onClick={() => setIsEditing(true)}>
            {notes ? 'Edit Notes' : 'Add Notes'}
          </Button>
        )
      }
    >
      {notes ? (
        <p className="wrap-anywhere whitespace-pre-line">{notes}</p>
      ) : (
        <p className="text-ink-soft">No notes.</p>
      )}
      {editing && !editing.open && (
        <p aria-hidden className="mt-2 text-sm text-ink-soft">
          {editing.reason}
        </p>
      )}
    </Panel>
  );
}

function NotesForm({
  appointment,
  onDone,
}: {
  appointment: AppointmentDetails;
  onDone: () => void;
}) {
  const [text, setText] = useState(appointment.notes ?? '');
  const { success, failure } = scheduleToasts.start;
  const save = useChangeAppointment({
    onSuccess: () => {
      showToast({ title: success.title, description: 'Your notes have been saved.' });
      onDone();
    },
    onError: (error) => showToast(failure(error)),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!save.isPending)
      save.mutate({ id: appointment.id, change: { notes: text.trim() || null } });
  }

  return (
    <form onSubmit={submit} className="grid gap-3">
      <Field label="Your notes" optional hint="Anything the mechanic should know.">
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            value={text}
            maxLength={longestNotes}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed made room for it
            autoFocus
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={save.isPending} pendingLabel="Saving...">
          Save Notes
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
