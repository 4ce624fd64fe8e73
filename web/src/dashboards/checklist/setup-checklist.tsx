import type { SetupChecklist as Checklist, SetupStep } from '@curbwrench/contract/business/schemas';
import { Link, type LinkProps } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import {
  useChangeSetupChecklist,
  useRefreshSetupChecklist,
  useSetupChecklist,
} from '../../business-settings/setup-checklist-queries.ts';
import { useBusiness } from '../../business/queries.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LazyDialog } from '../../ui/lazy-boundary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowList } from '../../ui/row-list.tsx';

/** The props of each step's dialog. */
export interface StepDialogProps {
  /** Called once the dialog has saved the step's data. */
  onDone: () => void;
  onClose: () => void;
}

type LinkTarget = Pick<LinkProps, 'to' | 'search'>;

interface StepDefinition {
  readonly title: string;
  /** What the step is about; shown until it is done. */
  readonly description: string;
  /** Shown once the step is done. */
  readonly doneText: string;
  /** The label of the button that opens the step's dialog. */
  readonly action: string;
  /** The page on which the step's data can be changed once the step is done. */
  readonly editPage: LinkTarget;
  readonly Dialog: ComponentType<StepDialogProps>;
}

const steps: Readonly<Record<SetupStep, StepDefinition>> = {
  business: {
    title: 'Your business',
    description: 'Name, phone, address, and time zone',
    doneText: 'Name, phone, and address are saved.',
    action: 'Enter details',
    editPage: { to: paths.settings, search: { tab: 'business' } },
    Dialog: lazyComponent(async () => (await import('./business-step.tsx')).BusinessStep),
  },
  hours: {
    title: 'Business hours',
    description: 'When customers can book appointments',
    doneText: 'Your business hours are set.',
    action: 'Set hours',
    editPage: { to: paths.settings, search: { tab: 'business' } },
    Dialog: lazyComponent(async () => (await import('./hours-step.tsx')).HoursStep),
  },
  services: {
    title: 'Services',
    description:
      'Choose from common services, with price and duration. Customers need at least one to book.',
    doneText: 'Customers can choose a service.',
    action: 'Choose services',
    editPage: { to: paths.services },
    Dialog: lazyComponent(async () => (await import('./services-step.tsx')).ServicesStep),
  },
  mechanics: {
    title: 'Mechanics',
    description: 'Invite your mechanics, or tell us that you work alone.',
    doneText: 'You have at least one mechanic.',
    action: 'Add mechanics',
    editPage: { to: paths.settings, search: { tab: 'people' } },
    Dialog: lazyComponent(async () => (await import('./mechanics-step.tsx')).MechanicsStep),
  },
  areas: {
    title: 'Service area',
    description: 'How far you travel. Without a service area, customers can book from anywhere.',
    doneText: 'Customers can see whether you serve their address.',
    action: 'Set area',
    editPage: { to: paths.serviceAreaMap },
    Dialog: lazyComponent(async () => (await import('./area-step.tsx')).AreaStep),
  },
};

/**
 * Shows what a new business still has to set up, until an admin hides the checklist. The steps can be done in any
 * order, or skipped and done later.
 */
export function SetupChecklist() {
  const { data } = useSetupChecklist();
  return data?.isShown ? <VisibleChecklist checklist={data} /> : null;
}

function VisibleChecklist({ checklist }: { checklist: Checklist }) {
  const [openedStep, setOpenedStep] = useState<SetupStep | null>(null);
  const { visitorsCanBook } = useBusiness();
  const change = useChangeSetupChecklist();
  const refresh = useRefreshSetupChecklist();
  const states = checklist.steps.map(getStepState);
  const isFinished = !states.includes('open');
  const hasServices = checklist.steps.some(({ step, isDone }) => step === 'services' && isDone);
  const nextStep = checklist.steps[states.indexOf('open')]?.step;
  const StepDialog = openedStep && steps[openedStep].Dialog;

  async function finish(step: SetupStep) {
    setOpenedStep(null);
    // Only the hours step is checked off here, because the data shows whether the others are done. Unchecking those
    // undoes a skip.
    await change.mutateAsync({ step, isChecked: step === 'hours' });
    await refresh();
  }

  return (
    <Panel
      flush
      className="mb-6"
      title={isFinished ? 'Your business is set up' : 'Set up your business'}
      subtitle={`${countSteps(states)} ${describeWhoCanBook(hasServices, visitorsCanBook)}`}
      action={
        <Button
          size="sm"
          variant={isFinished ? 'secondary' : 'ghost'}
          // A ghost button has no frame; this aligns its label with those of the steps' buttons.
          className={isFinished ? undefined : '-mr-3'}
          disabled={change.isPending}
          onClick={() => change.mutate({ isShown: false })}
        >
          {isFinished ? 'Done' : 'Hide'}
        </Button>
      }
    >
      {!visitorsCanBook && (
        <div className="p-4 sm:px-5">
          <Callout tone="info" title="New customers can't book online yet">
            <p>
              They need a code sent by email, and email isn't set up. Customers with an account can
              book, and you can book for anyone. To set up email, set SMTP_URL, MAIL_FROM, and
              PUBLIC_URL on the server. Until then, sign-up emails are on the{' '}
              <Link to={paths.mail} className="link reach">
                Account emails page
              </Link>
              .
            </p>
          </Callout>
        </div>
      )}
      <RowList bare label="Setup steps">
        {checklist.steps.map(({ step }, index) => (
          <StepRow
            key={step}
            definition={steps[step]}
            state={states[index] ?? 'open'}
            isNext={step === nextStep}
            onOpen={() => setOpenedStep(step)}
            onSkip={() => change.mutate({ step, isChecked: true })}
          />
        ))}
      </RowList>
      {StepDialog && openedStep && (
        <LazyDialog onClose={() => setOpenedStep(null)}>
          <StepDialog onDone={() => void finish(openedStep)} onClose={() => setOpenedStep(null)} />
        </LazyDialog>
      )}
    </Panel>
  );
}

type StepState = 'open' | 'done' | 'skipped';

function getStepState({ isDone, isChecked }: Checklist['steps'][number]): StepState {
  if (isDone) return 'done';
  return isChecked ? 'skipped' : 'open';
}

/** Returns how many steps are done and skipped: '3 of 5 done, 1 skipped.' */
export function countSteps(states: readonly StepState[]): string {
  const count = (state: StepState) => states.filter((other) => other === state).length;
  const skipped = count('skipped');
  return `${count('done')} of ${states.length} done${skipped > 0 ? `, ${skipped} skipped` : ''}.`;
}

/** Returns a sentence that says which customers can book online, or what has to be added first. */
export function describeWhoCanBook(hasServices: boolean, visitorsCanBook: boolean): string {
  const customers = visitorsCanBook ? 'Customers' : 'Customers with an account';
  return `${customers} can book ${hasServices ? 'now' : 'once you add a service'}.`;
}

interface StepRowProps {
  definition: StepDefinition;
  state: StepState;
  /** Whether this is the first open step. Its button stands out, but the page's primary action is New booking. */
  isNext: boolean;
  onOpen: () => void;
  onSkip: () => void;
}

function StepRow({ definition, state, isNext, onOpen, onSkip }: StepRowProps) {
  const Icon = state === 'done' ? CircleCheck : CircleDashed;
  return (
    <div
      role="group"
      aria-label={definition.title}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5"
    >
      <Icon
        className={`size-6 shrink-0 ${state === 'done' ? 'text-done' : 'text-ink-faint'}`}
        aria-hidden
      />
      <div className={classNames('min-w-0 grow', state === 'done' ? 'basis-24' : 'basis-48')}>
        <p className="font-semibold">{definition.title}</p>
        <p className="text-sm text-ink-soft">
          {state === 'done'
            ? definition.doneText
            : state === 'skipped'
              ? 'Skipped'
              : definition.description}
        </p>
      </div>
      <div
        className={classNames('flex gap-2', state !== 'done' && 'max-sm:w-full max-sm:justify-end')}
      >
        {state === 'open' && (
          <Button size="sm" variant="ghost" onClick={onSkip}>
            Skip
          </Button>
        )}
        {state === 'done' ? (
          <Link
            {...definition.editPage}
            aria-label={`Change: ${definition.title}`}
            className={classNames(buttonClass({ size: 'sm', variant: 'ghost' }), '-mr-3')}
          >
            Change
          </Link>
        ) : (
          <Button size="sm" variant={isNext ? 'secondary' : 'ghost'} onClick={onOpen}>
            {definition.action}
          </Button>
        )}
      </div>
    </div>
  );
}
