import {
  siteWordingInput,
  type SiteWording,
  type SiteWordingInput,
} from '@curbwrench/contract/site/schemas';
import { siteWordingLimits, type SiteWordingName } from '@curbwrench/contract/site/wording';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { getErrorMessage } from '../api/api-error.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Field } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { TextArea } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useSaveSiteWording, useSiteWording } from './site-wording-queries.ts';

type WordingForm = UseFormReturn<SiteWordingInput, unknown, SiteWordingInput>;

const fields: readonly { name: SiteWordingName; label: string; href: string }[] = [
  {
    name: 'questions',
    label: 'FAQ',
    href: `${paths.dashboard}#questions`,
  },
  { name: 'privacy', label: 'Privacy', href: paths.privacy },
  { name: 'terms', label: 'Terms', href: paths.terms },
];

/** Lets an admin edit what visitors read: the landing page's questions, and the pages at /privacy and /terms. */
export function SiteWordingPanel() {
  return (
    <Panel
      title="FAQ, privacy, and terms"
      subtitle="What visitors see on your website. The default wording updates with your settings. Have a lawyer review any wording of your own."
    >
      <Loaded
        query={useSiteWording()}
        skeleton={<TableSkeleton rows={4} />}
        failure="We couldn't load the wording."
        getCause={getErrorMessage}
      >
        {(wording) => <SiteWordingForm wording={wording} />}
      </Loaded>
    </Panel>
  );
}

/**
 * Renders the form for the wording. Wording saved by someone else appears immediately, unless this form has unsaved
 * edits.
 */
function SiteWordingForm({ wording }: { wording: SiteWording }) {
  const form: WordingForm = useForm<SiteWordingInput, unknown, SiteWordingInput>({
    resolver: zodResolver(siteWordingInput),
    defaultValues: toFormValues(wording),
  });
  const save = useSaveSiteWording();
  const { reset, control } = form;
  const { isDirty } = form.formState;
  const isOutdated = useWatch({ control, name: 'version' }) !== wording.version;
  useEffect(() => {
    if (!isDirty) reset(toFormValues(wording));
  }, [isDirty, reset, wording]);

  const { handleSubmit, isPending, problem } = useFormRequest(form, async (values) => {
    reset(toFormValues(await save.mutateAsync(values)));
    showToast({ title: 'Wording saved', description: "It's live on your website." });
  });

  return (
    <form
      noValidate
      aria-label="Wording for visitors"
      onSubmit={handleSubmit}
      className="grid gap-6"
    >
      <p className="max-w-prose text-sm text-ink-soft">
        A line that begins with # is a heading, and lines that begin with - are a list. A blank line
        begins a new paragraph.
      </p>
      {fields.map((field) => (
        <WordingField
          key={field.name}
          {...field}
          form={form}
          defaultText={wording.defaults[field.name]}
        />
      ))}
      <FormProblem>{problem}</FormProblem>
      {isOutdated && isDirty && (
        <Callout tone="progress" title="Someone else changed the wording.">
          <p>Your changes aren't saved. Show the current wording, then make your changes again.</p>
          <Button
            size="sm"
            className="mt-2 justify-self-start"
            onClick={() => reset(toFormValues(wording))}
          >
            Show current wording
          </Button>
        </Callout>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          pending={isPending}
          pendingLabel="Saving..."
          className="max-sm:flex-1"
        >
          Save
        </Button>
        {isDirty && (
          <Button variant="ghost" disabled={isPending} onClick={() => reset(toFormValues(wording))}>
            Discard
          </Button>
        )}
      </div>
    </form>
  );
}

interface WordingFieldProps {
  form: WordingForm;
  name: SiteWordingName;
  label: string;
  /** Where visitors read the text. */
  href: string;
  defaultText: string;
}

function WordingField({ form, name, label, href, defaultText }: WordingFieldProps) {
  const { register, setValue, control, formState } = form;
  const isDefault = useWatch({ control, name }) === defaultText;
  return (
    <div className="grid gap-2">
      <Field label={label} error={formState.errors[name]?.message}>
        {(fieldControl) => (
          <TextArea
            {...fieldControl}
            {...register(name)}
            rows={8}
            maxLength={siteWordingLimits[name]}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
        {isDefault ? (
          <span>This is the default wording.</span>
        ) : (
          <Button
            size="sm"
            aria-label={`Use the default wording: ${label}`}
            onClick={() => setValue(name, defaultText, { shouldDirty: true, shouldValidate: true })}
          >
            Use the default wording
          </Button>
        )}
        <a href={href} target="_blank" rel="noreferrer" className="link reach">
          View page<span className="sr-only">: {label} (opens a new tab)</span>
        </a>
      </div>
    </div>
  );
}

function toFormValues({ version, questions, privacy, terms }: SiteWording): SiteWordingInput {
  return { version, questions, privacy, terms };
}
