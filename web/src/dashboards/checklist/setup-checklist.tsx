import type { SetupChecklist as Checklist, SetupStep } from '@curbwrench/contract/business/schemas';
import { Link, type LinkProps } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import {
  useChangeSetupChecklist,
  useRefreshSetupChecklist,
  useSetupChecklist,
} from '../../business-settings/setup-checklist-queries.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LazyDialog } from '../../ui/lazy-boundary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RowList } from '../../ui/row-list.tsx';

/** The props of each step's dialog. */
export interface StepDialogProps {
  /** Called when the step is done. */
  onDone: () => void;
  onClose: () => void;
}

type LinkTarget = Pick<LinkProps, 'to' | 'search'>;

interface StepTexts {
  readonly title: string;
  readonly open: string;
  readonly done: string;
  readonly action: string;
  /** The page on which the step's data can be changed once the step is done. */
  readonly change: LinkTarget;
  readonly Dialog: ComponentType<StepDialogProps>;
}

const steps: Readonly<Record<SetupStep, StepTexts>> = {
  business: {
    title: 'Your business',
    open: 'Name, phone, address and time zone',
    done: 'Name, phone and address are saved.',
    action: 'Enter details',
    change: { to: paths.settings, search: { tab: 'business' } },
    Dialog: lazyComponent(async () => (await import('./business-step.tsx')).BusinessStep),
  },
  hours: {
    title: 'Opening hours',
    open: "When customers' jobs can start",
    done: 'Your opening hours are set.',
    action: 'Set hours',
    change: { to: paths.settings, search: { tab: 'business' } },
    Dialog: lazyComponent(async () => (await import('./hours-step.tsx')).HoursStep),
  },
  services: {
    title: 'Services',
    open: 'Choose from common services, with price and duration. Customers need at least one to book.',
    done: 'Customers can choose a service.',
    action: 'Choose services',
    change: { to: paths.services },
    Dialog: lazyComponent(async () => (await import('./services-step.tsx')).ServicesStep),
  },
  mechanics: {
    title: 'Mechanics',
    open: 'Invite your mechanics, or work alone',
    done: 'You have someone to do the jobs.',
    action: 'Add mechanics',
    change: { to: paths.settings, search: { tab: 'people' } },
    Dialog: lazyComponent(async () => (await import('./mechanics-step.tsx')).MechanicsStep),
  },
  areas: {
    title: 'Service area',
    open: 'How far you drive. Without one, customers can book from anywhere.',
    done: 'Customers can see whether you serve their address.',
    action: 'Set area',
    change: { to: paths.serviceAreaMap },
    Dialog: lazyComponent(async () => (await import('./area-step.tsx')).AreaStep),
  },
};

/**
 * Shows what a new business still has to set up, until it is hidden. The steps can be done in any order, or skipped
 * and done later.
 */
export function SetupChecklist() {
  const { data } = useSetupChecklist();
  return data?.isShown ? <ShownChecklist checklist={data} /> : null;
}

function ShownChecklist({ checklist }: { checklist: Checklist }) {
  const [opened, setOpened] = useState<SetupStep | null>(null);
  const change = useChangeSetupChecklist();
  const refresh = useRefreshSetupChecklist();
  const doneCount = checklist.steps.filter(({ isDone, isChecked }) => isDone || isChecked).length;
  const isFinished = doneCount === checklist.steps.length;
  const hasServices = checklist.steps.some(({ step, isDone }) => step === 'services' && isDone);
  const next = checklist.steps.find(({ isDone, isChecked }) => !isDone && !isChecked)?.step;
  const OpenedDialog = opened && steps[opened].Dialog;

  async function finish(step: SetupStep) {
    setOpened(null);
    // The data shows whether the other steps are done, so only the hours step is checked. Unchecking undoes a skip.
    await change.mutateAsync({ step, isChecked: step === 'hours' });
    await refresh();
  }

  return (
    <Panel
      flush
      className="mb-6"
      title={isFinished ? 'Your business is set up' : 'Set up your business'}
      subtitle={
        hasServices
          ? `${doneCount} of ${checklist.steps.length} done. Customers can book now.`
          : `${doneCount} of ${checklist.steps.length} done. Customers can book once there is a service.`
      }
      action={
        <Button
          size="sm"
          variant={isFinished ? 'secondary' : 'ghost'}
          // Aligns the label of the button without a frame with the labels of the steps' buttons.
          className={isFinished ? undefined : '-mr-3'}
          disabled={change.isPending}
          onClick={() => change.mutate({ isShown: false })}
        >
          {isFinished ? 'Done' : 'Hide'}
        </Button>
      }
    >
      <RowList bare label="Setup steps">
        {checklist.steps.map(({ step, isDone, isChecked }) => (
          <StepRow
            key={step}
            texts={steps[step]}
            state={isDone ? 'done' : isChecked ? 'skipped' : 'open'}
            isNext={step === next}
            onOpen={() => setOpened(step)}
            onSkip={() => change.mutate({ step, isChecked: true })}
          />
        ))}
      </RowList>
      {OpenedDialog && opened && (
        <LazyDialog onClose={() => setOpened(null)}>
          <OpenedDialog onDone={() => void finish(opened)} onClose={() => setOpened(null)} />
        </LazyDialog>
      )}
    </Panel>
  );
}

interface StepRowProps {
  texts: StepTexts;
  state: 'open' | 'done' | 'skipped';
  /** The button of the first open step stands out; the page's main action is New booking. */
  isNext: boolean;
  onOpen: () => void;
  onSkip: () => void;
}

function StepRow({ texts, state, isNext, onOpen, onSkip }: StepRowProps) {
  const Icon = state === 'done' ? CircleCheck : CircleDashed;
  return (
    <div
      role="group"
      aria-label={texts.title}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5"
    >
      <Icon
        className={`size-6 shrink-0 ${state === 'done' ? 'text-done' : 'text-ink-faint'}`}
        aria-hidden
      />
      <div className={classNames('min-w-0 grow', state === 'done' ? 'basis-24' : 'basis-48')}>
        <p className="font-semibold">{texts.title}</p>
        <p className="text-sm text-ink-soft">
          {state === 'done' ? texts.done : state === 'skipped' ? 'Skipped' : texts.open}
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
            {...texts.change}
            aria-label={`Change: ${texts.title}`}
            className={classNames(buttonClass({ size: 'sm', variant: 'ghost' }), '-mr-3')}
          >
            Change
          </Link>
        ) : (
          <Button size="sm" variant={isNext ? 'secondary' : 'ghost'} onClick={onOpen}>
            {texts.action}
          </Button>
        )}
      </div>
    </div>
  );
}
