import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayDay, displayTime } from '@curbwrench/contract/fields/calendar';
import { Info } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { getErrorMessage } from '../../api/api-error.ts';
import { useMoney } from '../../business/money.ts';
import { useToday } from '../../business/today.ts';
import { useFormRequest } from '../../forms/use-form-request.ts';
import { useSubscription } from '../../plans/queries.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { KeyTag } from '../../ui/key-tag.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { getAddress, getServiceName } from '../card/job-fields.tsx';
import { useCandidates, useChangeAppointment } from '../queries.ts';
import { assignToasts, noMechanicSelectedToast, type AssignScreen } from './assign-toasts.ts';
import { CandidateField } from './candidate-field.tsx';
import { listCandidates } from './listed-candidates.ts';

interface AssignDialogProps {
  appointment: Appointment;
  screen: AssignScreen;
  onClose: () => void;
}

/**
 * Assigns a mechanic. Lists the mechanics who could take the appointment, with the best match first and preselected.
 * The selection never changes by itself; if the selected mechanic can no longer take the appointment, none is selected.
 */
export function AssignDialog({ appointment, screen, onClose }: AssignDialogProps) {
  const [showAll, setShowAll] = useState(false);
  const isLaterDay = appointment.date > useToday();
  const candidates = useCandidates(appointment.id);
  // A list that was cached the last time the dialog was open could preselect someone who is no longer the best match.
  const data = candidates.isFetchedAfterMount ? candidates.data : undefined;
  const assign = useChangeAppointment({
    onSuccess: () => {
      showToast(assignToasts[screen].success);
      onClose();
    },
    onError: (error) => {
      showToast(assignToasts[screen].failure(error));
      void candidates.refetch();
    },
  });
  const form = useForm({ defaultValues: { mechanicId: '' } });
  const selectedId = useWatch({ control: form.control, name: 'mechanicId' });
  // The assigned mechanic is not offered again.
  const otherCandidates = (data ?? []).filter(
    ({ mechanic }) => mechanic.id !== appointment.mechanicId,
  );
  // The best match in the first response stays selected, even if later responses have a better one.
  const [bestId, setBestId] = useState<string>();
  if (data && bestId === undefined) {
    const [best] = listCandidates(otherCandidates, showAll, isLaterDay, undefined);
    setBestId(best?.free ? best.mechanic.id : '');
  }
  const selected = otherCandidates.find(
    ({ mechanic, free }) => free && mechanic.id === (selectedId || bestId),
  );
  // If the server refuses the assignment, `problem` says why, for example a conflicting appointment.
  const { handleSubmit, isPending, problem } = useFormRequest(form, () =>
    assign.mutateAsync({
      id: appointment.id,
      change: { mechanicId: selected?.mechanic.id ?? '', status: 'confirmed' },
    }),
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (selected) return handleSubmit(event);
    event.preventDefault();
    return showToast(noMechanicSelectedToast);
  }

  return (
    <FormDialog
      title="Assign Mechanic"
      description="Select a mechanic to assign to this appointment."
      className="flex flex-col gap-5"
      action="Confirm Assignment"
      looksDisabled={!selected}
      pending={isPending}
      pendingLabel="Assigning..."
      onSubmit={submit}
      onClose={onClose}
    >
      <AppointmentDetails appointment={appointment} />
      <UnpaidPlanFee customerId={appointment.customerId} />
      <Loaded
        query={{ ...candidates, data }}
        skeleton={<CandidateSkeleton />}
        failure="We couldn't load the mechanics."
        getCause={getErrorMessage}
      >
        {() => (
          <CandidateField
            candidates={otherCandidates}
            showAll={showAll}
            isLaterDay={isLaterDay}
            onShowAllChange={setShowAll}
            selected={selected}
            onSelect={(mechanicId) => form.setValue('mechanicId', mechanicId)}
            error={form.formState.errors.mechanicId?.message ?? problem}
          />
        )}
      </Loaded>
    </FormDialog>
  );
}

function AppointmentDetails({ appointment }: { appointment: Appointment }) {
  const { date, startTime, endTime } = appointment;
  const today = useToday();
  return (
    <div className="rounded-md bg-well p-4">
      <p className="flex flex-wrap items-center justify-between gap-2 font-semibold">
        {getServiceName(appointment)}
        <KeyTag>{displayId(appointment.id)}</KeyTag>
      </p>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 [&>dt]:text-ink-soft">
        <dt>Date</dt>
        <dd className="figures">{displayDay(date, today)}</dd>
        <dt>Time</dt>
        <dd className="figures">
          {displayTime(startTime)} – {displayTime(endTime)}
        </dd>
        <dt>Location</dt>
        <dd className="wrap-anywhere">{getAddress(appointment)}</dd>
      </dl>
    </div>
  );
}

/** Shows the fee of the customer's plan while it is unpaid. */
function UnpaidPlanFee({ customerId }: { customerId: string }) {
  const money = useMoney();
  const { data } = useSubscription({ customerId });
  if (!data || data.payment.status === 'completed') return null;
  const { payment, planName } = data;
  const amount = money(payment.amount);
  return (
    <p className="inline-flex items-start gap-1.5 text-sm font-medium text-waiting">
      <Info className="mt-0.5 size-4 shrink-0" aria-hidden />
      {payment.status === 'pending'
        ? `Unpaid plan fee: ${amount} for ${planName}.`
        : `The plan fee of ${amount} for ${planName} wasn't paid.`}
    </p>
  );
}

function CandidateSkeleton() {
  return (
    <>
      <Skeleton className="h-6 w-24" />
      <Skeleton className="mt-2 h-40" />
      <Skeleton className="mt-2 h-11 w-72 max-w-full" />
    </>
  );
}
