import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { useToday } from '../../business/today.ts';
import { canTrack } from '../../tracking/journey.ts';
import { TrackMechanic } from '../../tracking/track-mechanic.tsx';
import { ViewDetails } from './view-details.tsx';

interface CustomerLinksProps {
  appointment: Appointment;
  size: 'sm' | 'md';
  /** Whether Track Mechanic is the page's primary action on the appointment's day. */
  isTrackingPrimary?: boolean;
}

/**
 * Renders Track Mechanic and View Details. Until the appointment's day there is nothing to track, so
 * View Details is first; on the day it is second.
 */
export function CustomerLinks({
  appointment,
  size,
  isTrackingPrimary = false,
}: CustomerLinksProps) {
  const isTodayOrPast = appointment.date <= useToday();
  const track = (
    <TrackMechanic
      key="track"
      appointment={appointment}
      size={size}
      variant={
        isTrackingPrimary && isTodayOrPast && canTrack(appointment) ? 'primary' : 'secondary'
      }
    />
  );
  const details = <ViewDetails key="details" appointmentId={appointment.id} size={size} />;
  return isTodayOrPast ? [track, details] : [details, track];
}
