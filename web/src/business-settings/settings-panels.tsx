import type {
  BusinessSettingsInput,
  BusinessSettingsReply,
} from '@curbwrench/contract/business/schemas';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { classNames } from '../ui/class-names.ts';
import { Panel } from '../ui/panel.tsx';
import { showToast } from '../ui/toast-store.ts';
import { AboutFields } from './about-fields.tsx';
import { BookingFields } from './booking-fields.tsx';
import { LandingFields } from './landing-fields.tsx';
import { BusinessHoursFields } from './business-hours-fields.tsx';
import { toFormValues, validateSettings, type SettingsForm } from './settings-form.ts';
import { TermFields } from './term-fields.tsx';
import { useConfirmedSave } from './use-confirmed-save.tsx';

/**
 * Renders the settings form. Settings saved by someone else appear immediately. If this form has unsaved edits, it
 * keeps them until they are discarded, and shows a notice instead.
 */
export function SettingsPanels({ settings }: { settings: BusinessSettingsReply }) {
  const form = useForm<SettingsForm, unknown, BusinessSettingsInput>({
    resolver: validateSettings,
    defaultValues: toFormValues(settings),
  });
  const { isDirty } = form.formState;
  const { reset, control } = form;
  const isOutdated = useWatch({ control, name: 'version' }) !== settings.version;
  useEffect(() => {
    if (isOutdated && !isDirty) reset(toFormValues(settings));
  }, [isOutdated, isDirty, reset, settings]);

  const { send, confirmDialog } = useConfirmedSave({
    onSaved: (saved) => {
      reset(toFormValues(saved));
      showToast({ title: 'Settings saved', description: 'Your changes are now in effect.' });
    },
    onRefused: (message) => form.setError('root', { message }),
  });
  const { handleSubmit, isPending, problem } = useFormRequest(form, send);

  return (
    <form noValidate aria-label="Business settings" onSubmit={handleSubmit} className="grid gap-5">
      <Panel title="Business details" subtitle="Your contact information and time zone">
        <AboutFields form={form} settings={settings} />
      </Panel>
      <Panel title="Landing page" subtitle="What visitors read first">
        <LandingFields form={form} />
      </Panel>
      <Panel title="Business hours" subtitle="When appointments can start">
        <BusinessHoursFields form={form} />
      </Panel>
      <Panel
        title="Booking rules"
        subtitle="These rules apply to customers. The office can book in 15-minute increments."
      >
        <BookingFields form={form} />
      </Panel>
      <Panel title="Policies">
        <TermFields form={form} />
      </Panel>
      <div
        className={classNames(
          'z-10 -mx-4 grid gap-3 border-t border-transparent px-4 py-3 sm:mx-0 sm:px-0',
          isDirty &&
            'sticky bottom-[calc(3.75rem+env(safe-area-inset-bottom))] border-line bg-paper lg:bottom-0',
        )}
      >
        <FormProblem>{problem}</FormProblem>
        {isOutdated && isDirty && (
          <Callout tone="progress" title="Someone else has changed the settings.">
            <p>
              Your changes aren't saved. Show the current settings, then make your changes again.
            </p>
            <Button
              size="sm"
              className="mt-2 justify-self-start"
              onClick={() => reset(toFormValues(settings))}
            >
              Show current settings
            </Button>
          </Callout>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            type="submit"
            variant="primary"
            pending={isPending}
            pendingLabel="Saving..."
            className="max-sm:flex-1"
          >
            Save settings
          </Button>
          {isDirty && (
            <Button disabled={isPending} onClick={() => reset(toFormValues(settings))}>
              Discard changes
            </Button>
          )}
        </div>
      </div>
      {confirmDialog}
    </form>
  );
}
