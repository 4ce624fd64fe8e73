import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Beside the live events, as the views of spec section 9. */
const pollEvery = 30_000;

/**
 * How far the mechanic's way to an appointment has come. It hangs on the appointment and on where
 * its mechanic is: live events of both make it old.
 */
export function useTracking(appointmentId: number) {
  return useQuery({
    queryKey: ['appointment', 'tracking', appointmentId],
    queryFn: ({ signal }) => call('trackAppointment', { params: { id: appointmentId }, signal }),
    staleTime: 0,
    refetchInterval: pollEvery,
  });
}
