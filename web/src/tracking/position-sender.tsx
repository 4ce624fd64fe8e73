import type { Position } from '@curbwrench/contract/people/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { useBusiness } from '../business/queries.ts';
import { useSignedInUser } from '../session/queries.ts';
import { isSharing, setLocationProblem, useSharing } from './location-sharing.ts';
import { runInOneTab, reportPositions } from './position-reporting.ts';
import { ownPositionKey } from './queries.ts';
import { sendReport } from './position-report-lock.ts';
import { startSimulatedWalk } from './simulated-walk.ts';

/**
 * Reports the signed-in mechanic's position to the server, while they are available or on a job and share
 * it; in the demo a simulated walk instead. Renders nothing.
 */
export function PositionSender() {
  const { id, status } = useSignedInUser();
  const { demo, cityCentre } = useBusiness();
  const { choice } = useSharing();
  const client = useQueryClient();
  const isWorking = status === 'available' || status === 'on_job';
  const { lat, lng } = cityCentre;

  useEffect(() => {
    if (!isWorking || choice !== 'on') return;
    const walk = startSimulatedWalk({ lat, lng });
    return runInOneTab(navigator.locks, 'position', () =>
      reportPositions({
        locate: demo ? async () => walk() : locate,
        send: (location) =>
          sendReport(navigator.locks, async () => {
            // Another tab may have switched it off just now.
            if (!isSharing(id, demo)) return;
            const mechanic = await call('changeMechanicStatus', { body: { location } });
            client.setQueryData(ownPositionKey(id), mechanic);
          }),
        log(error) {
          // oxlint-disable-next-line no-console -- a failed update is only logged
          console.debug('The location could not be updated.', error);
        },
      }),
    );
    // Depends on `status`, so that the position is reported as soon as a job starts: from then on the
    // customer sees it.
  }, [client, id, status, isWorking, choice, demo, lat, lng]);

  return null;
}

/** Returns the browser's position, to about a meter; the browser asks for permission the first time. */
function locate(): Promise<Position> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocationProblem(null);
        resolve({ lat: rounded(coords.latitude), lng: rounded(coords.longitude) });
      },
      (error) => {
        setLocationProblem(error.code === error.PERMISSION_DENIED ? 'blocked' : 'unavailable');
        reject(new Error(error.message));
      },
      { enableHighAccuracy: true, maximumAge: 15_000, timeout: 20_000 },
    );
  });
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
