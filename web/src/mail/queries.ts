import { useMutation } from '@tanstack/react-query';
import { call, callPage } from '../api/call.ts';
import { usePages } from '../api/pages.ts';

/** Shows a message that contains a one-time link; the audit trail records it. */
export function useShowMail(id: number) {
  return useMutation({ mutationFn: () => call('showMail', { params: { id } }) });
}

const pageLength = 20;

/** Reads messages that could not be sent, newest first, page by page. For admins. */
export function useMails() {
  return usePages({
    queryKey: ['mail', 'pages'],
    read: (cursor, signal) =>
      callPage('listMails', { query: { limit: pageLength, cursor }, signal }),
    idOf: ({ id }) => id,
    // This page is not notified of new ones.
    staleTime: 0,
  });
}
