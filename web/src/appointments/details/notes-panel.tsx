import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { jobDetailRules } from '@curbwrench/contract/appointments/job-details';
import { TextArea } from '../../ui/text-input.tsx';
import { DetailPanel, type JobDetail } from './detail-panel.tsx';

const notes: JobDetail = {
  name: 'notes',
  title: 'Notes',
  action: 'edit_notes',
  addLabel: 'Add Notes',
  editLabel: 'Edit Notes',
  saveLabel: 'Save Notes',
  savedMessage: 'Your notes have been saved.',
  emptyText: 'No notes.',
  label: 'Your notes',
  hint: 'Anything the mechanic should know.',
  render: (control) => (
    <TextArea
      {...control}
      rows={4}
      maxLength={jobDetailRules.notes.max}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was just pressed
      autoFocus
    />
  ),
};

/** Shows what the customer wrote about the job; customers can edit it until the job starts. */
export function NotesPanel(props: { appointment: AppointmentDetails; className?: string }) {
  return <DetailPanel detail={notes} {...props} />;
}
