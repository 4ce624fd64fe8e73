import { useMutation } from '@tanstack/react-query';
import { call, callPage } from '../api/call.ts';
import { usePages } from '../api/pages.ts';

/** Shows a message that holds a one-time link; the audit trail keeps that it was shown. */
export function useShowMail(id: number) {
  return useMutation({ mutationFn: () => call('showMail', { params: { id } }) });
}

const mailsPage = 20;

/** Messages that could not leave, newest first, page by page. For admins. */
export function useMails() {
  return usePages({
    queryKey: ['mail', 'pages'],
    read: (cursor, signal) =>
      callPage('listMails', { query: { limit: mailsPage, cursor }, signal }),
    idOf: ({ id }) => id,
    // Nothing tells this page of a new one.
    staleTime: 0,
  });
}
