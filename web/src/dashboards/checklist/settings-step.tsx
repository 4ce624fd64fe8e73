import type {
  BusinessSettingsInput,
  BusinessSettingsReply,
} from '@curbwrench/contract/business/schemas';
import type { ReactNode } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { getErrorMessage } from '../../api/api-error.ts';
import { useBusinessSettings } from '../../business-settings/queries.ts';
import {
  toFormValues,
  validateSettings,
  type SettingsForm,
} from '../../business-settings/settings-form.ts';
import { useConfirmedSave } from '../../business-settings/use-confirmed-save.tsx';
import { FormProblem } from '../../forms/form-problem.tsx';
import { useFormRequest } from '../../forms/use-form-request.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { TableSkeleton } from '../../ui/table-skeleton.tsx';
import type { StepDialogProps } from './setup-checklist.tsx';

type Form = UseFormReturn<SettingsForm, unknown, BusinessSettingsInput>;

interface SettingsStepProps extends StepDialogProps {
  title: string;
  description: string;
  /** Returns the form's initial values. If undefined, the form starts with the current settings. */
  suggest?: (values: SettingsForm, settings: BusinessSettingsReply) => SettingsForm;
  /** Returns the settings to save, or null after showing a problem next to a field. */
  prepare?: (body: BusinessSettingsInput, form: Form) => Promise<BusinessSettingsInput | null>;
  children: (form: Form, settings: BusinessSettingsReply) => ReactNode;
}

/** Renders a dialog that edits some of the business's settings and leaves the others unchanged. */
export function SettingsStep(props: SettingsStepProps) {
  const settings = useBusinessSettings();
  if (settings.data) return <LoadedStep {...props} settings={settings.data} />;
  return (
    <Dialog open onOpenChange={props.onClose} title={props.title} description={props.description}>
      <Loaded
        query={settings}
        skeleton={<TableSkeleton rows={4} />}
        failure="We couldn't load the settings."
        getCause={getErrorMessage}
      >
        {() => null}
      </Loaded>
    </Dialog>
  );
}

function LoadedStep({
  title,
  description,
  suggest,
  prepare,
  children,
  settings,
  onDone,
  onClose,
}: SettingsStepProps & { settings: BusinessSettingsReply }) {
  const currentValues = toFormValues(settings);
  const form: Form = useForm<SettingsForm, unknown, BusinessSettingsInput>({
    resolver: validateSettings,
    defaultValues: suggest ? suggest(currentValues, settings) : currentValues,
  });
  const { send, confirmDialog } = useConfirmedSave({
    onSaved: onDone,
    onRefused: (message) => form.setError('root', { message }),
  });
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (body) => {
    const prepared = prepare ? await prepare(body, form) : body;
    if (prepared !== null) await send(prepared);
  });
  return (
    <FormDialog
      title={title}
      description={description}
      label={title}
      action="Save"
      pending={isPending}
      pendingLabel="Saving..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      {children(form, settings)}
      {confirmDialog}
    </FormDialog>
  );
}
