import { isCoarse } from '@curbwrench/contract/people/position-accuracy';
import type { ReportedPosition } from '@curbwrench/contract/people/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../api/request.ts';
import { setLocallyUpdatedQuery } from '../api/live-queries.ts';
import { useBusiness } from '../business/queries.ts';
import { useToday } from '../business/today.ts';
import { useSignedInUser } from '../session/queries.ts';
import {
  isSharing,
  setLocationProblem,
  signedInMechanicKey,
  useSharing,
} from './location-sharing.ts';
import { reportPositions, runInOneTab, runWhileVisible, sendReport } from './position-reporting.ts';
import { startSimulatedWalk } from './simulated-walk.ts';

/** The maximum time that a report can take, in milliseconds; the next one is due soon after. */
const reportTimeoutMs = 20_000;

/**
 * Reports the signed-in mechanic's position to the server while they are available or on a job, share their location,
 * and have the page visible. The demo reports a simulated walk instead. If the server says that their working hours are
 * over, reporting stops until their status or the day changes, or the page is shown again. Renders nothing.
 */
export function PositionSender() {
  const { id, status } = useSignedInUser();
  const { demo, cityCenter } = useBusiness();
  const { choice } = useSharing();
  const today = useToday();
  const client = useQueryClient();
  const isWorking = status === 'available' || status === 'on_job';
  const { lat, lng } = cityCenter;

  useEffect(() => {
    if (!isWorking || choice !== 'on') return;
    const walk = startSimulatedWalk({ lat, lng });
    const send = async (location: ReportedPosition): Promise<boolean> => {
      let isShared = true;
      await sendReport(navigator.locks, async () => {
        // Another tab might have just turned sharing off.
        if (!isSharing(id, demo)) return;
        const signal = AbortSignal.timeout(reportTimeoutMs);
        const mechanic = await request('changeMechanicStatus', { body: { location }, signal });
        client.setQueryData(signedInMechanicKey(id), mechanic);
        isShared = !mechanic.sharingEnded;
        setLocationProblem(isShared ? null : 'hours_over');
      });
      return isShared;
    };
    const startReporting = () =>
      runInOneTab(navigator.locks, 'position', () => {
        setLocallyUpdatedQuery(signedInMechanicKey(id));
        const stop = reportPositions({
          locate: demo ? async () => walk() : locate,
          watch: demo ? () => () => {} : watch,
          send,
          log(error) {
            // oxlint-disable-next-line no-console -- a failed update is only logged
            console.debug('The location could not be updated.', error);
          },
        });
        return () => {
          setLocallyUpdatedQuery(null);
          stop();
        };
      });
    return demo ? startReporting() : runWhileVisible(document, startReporting);
    // Depends on `status`, so that the position is reported as soon as a job starts, when the customer
    // can first see it.
  }, [client, id, status, isWorking, choice, demo, lat, lng, today]);

  return null;
}

/** Returns the browser's position, rounded to about a meter; the browser asks for permission the first time. */
function locate(): Promise<ReportedPosition> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (isCoarse(coords.accuracy)) {
          setLocationProblem('unavailable');
          reject(new Error('The location is not accurate enough.'));
          return;
        }
        setLocationProblem(null);
        resolve(toReport(coords));
      },
      (error) => {
        setLocationProblem(error.code === error.PERMISSION_DENIED ? 'blocked' : 'unavailable');
        reject(new Error(error.message));
      },
      { enableHighAccuracy: true, maximumAge: 15_000, timeout: 20_000 },
    );
  });
}

/** Calls `onPosition` with each sufficiently accurate position from the browser, until the returned function is called. */
function watch(onPosition: (position: ReportedPosition) => void): () => void {
  const id = navigator.geolocation.watchPosition(
    ({ coords }) => {
      if (!isCoarse(coords.accuracy)) onPosition(toReport(coords));
    },
    // `locate` reports why there is no position.
    () => {},
    { enableHighAccuracy: true },
  );
  return () => navigator.geolocation.clearWatch(id);
}

function toReport({ latitude, longitude, accuracy }: GeolocationCoordinates): ReportedPosition {
  return {
    lat: roundDegrees(latitude),
    lng: roundDegrees(longitude),
    accuracy: Math.round(accuracy),
  };
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
