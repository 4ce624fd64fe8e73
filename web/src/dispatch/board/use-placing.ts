import type { BoardDay, PlacementInput } from '@curbwrench/contract/appointments/board-schemas';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { undoMs } from '@curbwrench/contract/appointments/undo-time';
import { displayTime, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { notifyManager, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, getErrorMessage } from '../../api/api-error.ts';
import { request } from '../../api/request.ts';
import { refetchSoon } from '../../api/live-queries.ts';
import { getFullName } from '../../lib/people.ts';
import { showToast } from '../../ui/toast-store.ts';
import type { Spot } from './geometry.ts';
import { unassignedName } from './lanes.ts';
import { boardDayQuery } from './queries.ts';

type Confirmation = Pick<PlacementInput, 'confirmOutsideHours' | 'confirmOverlap'>;

/** What the user has to confirm before the server moves a job. */
export interface MoveQuestion {
  readonly job: Appointment;
  readonly spot: Spot;
  /** What to send if the user agrees, including previous confirmations. */
  readonly confirmation: Confirmation;
  /** The server's reason for asking. */
  readonly reason: string;
}

/**
 * Shows a dropped job at its new spot immediately, while the server decides. A refusal puts the job back and says why;
 * an accepted move can be undone in the toast. `pendingMoves` maps job ids to the new spots that the server has not
 * confirmed yet.
 */
export function usePlacing() {
  const client = useQueryClient();
  const [pendingMoves, setPendingMoves] = useState<ReadonlyMap<number, Spot>>(new Map());
  const [question, setQuestion] = useState<MoveQuestion | null>(null);

  const setPendingMove = (id: number, spot: Spot | null) =>
    setPendingMoves((before) => {
      const after = new Map(before);
      if (spot) after.set(id, spot);
      else after.delete(id);
      return after;
    });

  async function place(job: Appointment, spot: Spot, confirmation: Confirmation = {}) {
    const { id, date } = job;
    const { mechanicId, start } = spot;
    setQuestion(null);
    setPendingMove(id, spot);
    try {
      const { appointment, version } = await request('placeAppointment', {
        params: { id },
        body: { date, startTime: toTimeOfDay(start), mechanicId, ...confirmation },
      });
      await storeAppointment(client, appointment, () => setPendingMove(id, null));
      // After the next frame, because the toast takes longer to lay out than the moved block.
      if (version !== null) afterFrame(() => showMovedToast(client, appointment, version));
    } catch (error) {
      const required = getRequiredConfirmation(error);
      const reason = getErrorMessage(error);
      if (required && !Object.keys(required).every((name) => name in confirmation)) {
        setQuestion({ job, spot, confirmation: { ...confirmation, ...required }, reason });
        return;
      }
      setPendingMove(id, null);
      showToast({
        title: `Couldn't move ${displayId(id)}`,
        description: reason,
        destructive: true,
      });
      refetchSoon(client, 'appointment');
    }
  }

  return {
    pendingMoves,
    question,
    place,
    /** Call this with the user's answer to the question. */
    answer: (isConfirmed: boolean) => {
      if (!question) return;
      if (isConfirmed) void place(question.job, question.spot, question.confirmation);
      else {
        setQuestion(null);
        setPendingMove(question.job.id, null);
      }
    },
  };
}

/** Returns the confirmation that the server requires; null for any other failure. */
function getRequiredConfirmation(error: unknown): Confirmation | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'outside_hours') return { confirmOutsideHours: true };
  return error.code === 'vehicle_already_booked' ? { confirmOverlap: true } : null;
}

function showMovedToast(client: QueryClient, appointment: Appointment, version: number): void {
  const { id, startTime, mechanic } = appointment;
  const name = mechanic ? getFullName(mechanic) : unassignedName;
  showToast({
    title: `${displayId(id)} moved`,
    description: `${displayTime(startTime)}, ${name}`,
    durationMs: undoMs,
    action: { label: 'Undo', onPress: () => void undo(client, id, version) },
  });
}

async function undo(client: QueryClient, id: number, version: number): Promise<void> {
  try {
    const before = await request('undoPlacement', { params: { id }, body: { version } });
    await storeAppointment(client, before, () => {});
    showToast({ title: `${displayId(id)} is back where it was` });
  } catch (error) {
    showToast({
      title: `Couldn't undo moving ${displayId(id)}`,
      description: getErrorMessage(error),
      destructive: true,
    });
    refetchSoon(client, 'appointment');
  }
}

/**
 * Shows an appointment as the server returned it, until all appointments are refetched. `onShown` is called in the same
 * task in which components receive the appointment, so that both are rendered together.
 */
async function storeAppointment(
  client: QueryClient,
  appointment: Appointment,
  onShown: () => void,
): Promise<void> {
  const { queryKey } = boardDayQuery(appointment.date);
  // A response still in flight might predate the change.
  await client.cancelQueries({ queryKey });
  notifyManager.batch(() => {
    client.setQueryData(
      queryKey,
      (day: BoardDay | undefined) =>
        day && {
          ...day,
          appointments: day.appointments.map((each) =>
            each.id === appointment.id ? appointment : each,
          ),
        },
    );
    notifyManager.schedule(onShown);
  });
  // Deferred, so that the refetch doesn't delay the frame that shows the move, and happens only once for both this
  // response and the server's live events.
  refetchSoon(client, 'appointment');
}

/** Runs `work` after the next frame. */
function afterFrame(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
