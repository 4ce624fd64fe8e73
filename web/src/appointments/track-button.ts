import type { Appointment } from '@curbwrench/contract/appointments';
import type { ComponentType } from 'react';
import type { ButtonSize } from '../ui/button.tsx';

/** The customer's way to see where their mechanic is: a page hands it in from its own feature. */
export type TrackButton = ComponentType<{ appointment: Appointment; size?: ButtonSize }>;
