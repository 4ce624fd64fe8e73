import type {
  BusinessSettingsInput,
  BusinessSettingsReply,
} from '@curbwrench/contract/business/schemas';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError } from '../api/api-error.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormCall } from '../forms/use-form-call.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Panel } from '../ui/panel.tsx';
import { showToast } from '../ui/toast-store.ts';
import { AboutFields } from './about-fields.tsx';
import { BookingFields } from './booking-fields.tsx';
import { OpeningFields } from './opening-fields.tsx';
import { useSaveBusinessSettings } from './queries.ts';
import { toFormValues, validateSettings, type SettingsForm } from './settings-form.ts';
import { TermFields } from './term-fields.tsx';

/** Settings that were refused because open appointments lie outside them. */
interface Outside {
  readonly sentence: string;
  readonly body: BusinessSettingsInput;
}

/**
 * Renders the form of the settings. What someone else saves appears at once, unless this form has been edited: then it
 * says so, and keeps what was typed until it is discarded.
 */
export function SettingsPanels({ settings }: { settings: BusinessSettingsReply }) {
  const [outside, setOutside] = useState<Outside | null>(null);
  const save = useSaveBusinessSettings();
  const form = useForm<SettingsForm, unknown, BusinessSettingsInput>({
    resolver: validateSettings,
    defaultValues: toFormValues(settings),
  });
  const { isDirty } = form.formState;
  const { reset, control } = form;
  const isBehind = useWatch({ control, name: 'version' }) !== settings.version;
  useEffect(() => {
    if (isBehind && !isDirty) reset(toFormValues(settings));
  }, [isBehind, isDirty, reset, settings]);

  async function send(body: BusinessSettingsInput) {
    reset(toFormValues(await save.mutateAsync(body)));
    setOutside(null);
    showToast({ title: 'Settings saved', description: 'They apply from now on.' });
  }

  const { handleSubmit, isPending, problem } = useFormCall(form, async (body) => {
    try {
      await send(body);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'appointments_outside') throw error;
      setOutside({ sentence: error.sentence, body });
    }
  });

  return (
    <form noValidate aria-label="Business settings" onSubmit={handleSubmit} className="grid gap-5">
      <FormProblem>{problem}</FormProblem>
      {isBehind && isDirty && (
        <Callout tone="progress" title="Someone else has changed the settings meanwhile.">
          <p>Your changes are not saved. Show the current settings, and make them again.</p>
          <Button
            size="sm"
            className="mt-2 justify-self-start"
            onClick={() => reset(toFormValues(settings))}
          >
            Show current settings
          </Button>
        </Callout>
      )}
      <Panel title="About the business" subtitle="What customers see, and where times are">
        <AboutFields form={form} settings={settings} />
      </Panel>
      <Panel title="Opening hours" subtitle="When customers can have a job start">
        <OpeningFields form={form} />
      </Panel>
      <Panel
        title="Booking rules"
        subtitle="They bind customers. The office can book any quarter hour."
      >
        <BookingFields form={form} />
      </Panel>
      <Panel title="Terms">
        <TermFields form={form} />
      </Panel>
      <Button
        type="submit"
        variant="primary"
        pending={isPending}
        pendingLabel="Saving..."
        className="justify-self-start max-sm:w-full"
      >
        Save settings
      </Button>
      {outside && (
        <ConfirmDialog
          title="Save these booking rules?"
          question={outside.sentence}
          action="Save rules"
          variant="primary"
          cancel="Go back"
          pending={save.isPending}
          pendingLabel="Saving..."
          onConfirm={() => void form.handleSubmit(confirm)()}
          onClose={() => setOutside(null)}
        />
      )}
    </form>
  );

  async function confirm(body: BusinessSettingsInput) {
    try {
      await send({ ...body, confirmOutside: true });
    } catch (error) {
      setOutside(null);
      form.setError('root', {
        message: error instanceof ApiError ? error.sentence : 'The settings could not be saved.',
      });
    }
  }
}
