/** How long a drop took, in milliseconds. */
export interface DropTimes {
  /** The time from each pointer move while the block is dragged, and from its release, to the next frame. */
  readonly frameDelays: readonly number[];
  /** The time from the release to the first frame that shows the block in its new lane, confirmed by the server. */
  readonly confirmationDelay: number;
}

declare global {
  interface Window {
    /** Measures the next drop of a job into a mechanic's lane. */
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
      const measureFrame = ({ timeStamp }: Event) =>
        afterFrame(() => frameDelays.push(performance.now() - timeStamp));
      const measureMove = (event: Event) => {
        if (document.querySelector('[data-held-at]')) measureFrame(event);
      };
      const confirmedBlock = `[data-lane="${mechanicId}"] [data-job="${jobId}"]:not([aria-busy])`;
      const observer = new MutationObserver(() => {
        if (!document.querySelector(confirmedBlock)) return;
        observer.disconnect();
        afterFrame(() =>
          resolve({ frameDelays, confirmationDelay: performance.now() - releasedAt }),
        );
      });
      const measureRelease = (event: Event) => {
        releasedAt = event.timeStamp;
        measureFrame(event);
        removeEventListener('pointermove', measureMove);
        const board = document.querySelector('[data-board]');
        if (board) observer.observe(board, { subtree: true, childList: true, attributes: true });
      };
      addEventListener('pointermove', measureMove);
      addEventListener('pointerup', measureRelease, { once: true, capture: true });
    });
}
