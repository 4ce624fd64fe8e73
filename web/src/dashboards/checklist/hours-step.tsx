import { BusinessHoursFields } from '../../business-settings/business-hours-fields.tsx';
import { SettingsStep } from './settings-step.tsx';
import type { StepDialogProps } from './setup-checklist.tsx';

/** Asks for the business hours. */
export function HoursStep(props: StepDialogProps) {
  return (
    <SettingsStep
      {...props}
      title="Business hours"
      description="When customers can book appointments. New mechanics get these hours by default."
    >
      {(form) => <BusinessHoursFields form={form} />}
    </SettingsStep>
  );
}
