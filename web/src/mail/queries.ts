import { useMutation } from '@tanstack/react-query';
import { request, requestPage } from '../api/request.ts';
import { usePages } from '../api/pages.ts';

/** Reads a message that contains a one-time link; the audit trail records that it was read. */
export function useShowAccountEmail(id: number) {
  return useMutation({ mutationFn: () => request('showAccountEmail', { params: { id } }) });
}

const pageSize = 20;

/** Reads messages that could not be sent, newest first, paginated. For admins. */
export function useUnsentEmails() {
  return usePages({
    queryKey: ['mail', 'pages'],
    read: (cursor, signal) =>
      requestPage('listAccountEmails', { query: { limit: pageSize, cursor }, signal }),
    idOf: ({ id }) => id,
    // No live event announces new messages.
    staleTime: 0,
  });
}
