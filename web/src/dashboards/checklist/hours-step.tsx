import { OpeningHoursFields } from '../../business-settings/opening-hours-fields.tsx';
import { SettingsStep } from './settings-step.tsx';
import type { StepDialogProps } from './setup-checklist.tsx';

/** Asks for the opening hours. */
export function HoursStep(props: StepDialogProps) {
  return (
    <SettingsStep
      {...props}
      title="Opening hours"
      description="When customers' jobs can start. New mechanics start with these hours."
    >
      {(form) => <OpeningHoursFields form={form} />}
    </SettingsStep>
  );
}
