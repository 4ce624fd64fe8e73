import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { gateCodeTexts, jobDetailRules } from '@curbwrench/contract/appointments/job-details';
import { TextInput } from '../../ui/text-input.tsx';
import { DetailPanel, type JobDetail } from './detail-panel.tsx';

const gateCode: JobDetail = {
  name: 'gateCode',
  title: gateCodeTexts.label,
  action: 'edit_gate_code',
  addLabel: 'Add',
  editLabel: 'Edit',
  saveLabel: 'Save',
  savedMessage: 'The access instructions have been saved.',
  emptyText: 'None yet.',
  label: gateCodeTexts.label,
  hint: gateCodeTexts.hint,
  render: (control) => (
    <TextInput
      {...control}
      autoComplete="off"
      maxLength={jobDetailRules.gateCode.max}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was just pressed
      autoFocus
    />
  ),
};

/** Shows the gate code or other access instructions. Renders nothing if there are none and the viewer can't add any. */
export function GateCodePanel(props: { appointment: AppointmentDetails; className?: string }) {
  const { actions } = props.appointment;
  const canEdit = actions.some(
    ({ action, open: isAvailable }) => action === gateCode.action && isAvailable,
  );
  if (props.appointment.gateCode === null && !canEdit) return null;
  return <DetailPanel detail={gateCode} {...props} />;
}
