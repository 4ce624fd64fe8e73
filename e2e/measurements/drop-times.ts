/** How long a drop took, in milliseconds. */
export interface DropTimes {
  /**
   * One delay for each visible change, from the pointer event to the first frame that shows it: the block is picked up,
   * enters another lane (once for each lane), and is dropped.
   */
  readonly frameDelays: readonly number[];
  /** The time from the release to the first frame that shows the block in its new lane, confirmed by the server. */
  readonly confirmationDelay: number;
}

declare global {
  interface Window {
    /** Measures the next drag of a job into a mechanic's lane. Each move must take the block to another lane. */
    measureDrop: (jobId: number, mechanicId: string) => Promise<DropTimes>;
  }
}

/** Runs in the page. Defines `window.measureDrop`. */
export function defineMeasureDrop(): void {
  /** Runs `then` when the next frame has been produced. */
  const afterFrame = (then: () => void) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', then, { once: true });
      channel.port1.start();
      channel.port2.postMessage(null);
    });

  window.measureDrop = (jobId, mechanicId) =>
    new Promise((resolve) => {
      const frameDelays: number[] = [];
      let releasedAt = 0;
      /** The time of the first pointer event whose result is not in the document yet; null if there is none. */
      let pendingSince: number | null = null;
      /** The lane that shows the held block; undefined if no block is held. */
      let heldLane: Element | null | undefined;
      const confirmedBlock = `[data-lane="${mechanicId}"] [data-job="${jobId}"]:not([aria-busy])`;

      const handlePointer = ({ type, timeStamp, buttons }: PointerEvent) => {
        const isRelease = type === 'pointerup';
        if (isRelease) releasedAt = timeStamp;
        if (isRelease || buttons !== 0) pendingSince ??= timeStamp;
      };
      const measureFrame = () => {
        const lane = document.querySelector('[data-held-at]')?.closest('[data-lane]');
        if (lane === heldLane || pendingSince === null) return;
        const since = pendingSince;
        heldLane = lane;
        pendingSince = null;
        afterFrame(() => frameDelays.push(performance.now() - since));
      };
      const observer = new MutationObserver(() => {
        measureFrame();
        if (releasedAt === 0 || !document.querySelector(confirmedBlock)) return;
        observer.disconnect();
        removeEventListener('pointermove', handlePointer, true);
        afterFrame(() =>
          resolve({ frameDelays, confirmationDelay: performance.now() - releasedAt }),
        );
      });
      const board = document.querySelector('[data-board]');
      if (board) observer.observe(board, { subtree: true, childList: true, attributes: true });
      addEventListener('pointermove', handlePointer, true);
      addEventListener('pointerup', handlePointer, { once: true, capture: true });
    });
}
