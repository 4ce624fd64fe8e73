import { getErrorMessageWithStatus } from '../../api/api-error.ts';
import type { ToastContent } from '../../ui/toast-store.ts';

/** The screens on which mechanics are assigned. Their toasts differ. */
export type AssignScreen = 'advisor' | 'admin';

export const assignToasts: Record<
  AssignScreen,
  { readonly success: ToastContent; readonly failure: (error: unknown) => ToastContent }
> = {
  advisor: {
    success: {
      title: 'Mechanic Assigned',
      description: 'The mechanic has been assigned and the appointment confirmed.',
    },
    failure: () => ({
      title: 'Error',
      description: 'Failed to assign mechanic',
      destructive: true,
    }),
  },
  admin: {
    success: { title: 'Mechanic Assigned', description: 'The appointment has been assigned.' },
    failure: (error) => ({
      title: 'Failed to assign mechanic',
      description: getErrorMessageWithStatus(error),
      destructive: true,
    }),
  },
};

export const noMechanicSelectedToast: ToastContent = {
  title: 'No mechanic selected',
  description: 'Please select a mechanic to assign.',
  destructive: true,
};
