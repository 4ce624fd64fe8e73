import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Every service that can be booked. Anyone may read them, signed in or not (D1). */
export function useServices() {
  return useQuery({
    queryKey: ['service', 'list'],
    queryFn: ({ signal }) => call('listServices', { signal }),
  });
}
